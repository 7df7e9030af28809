import { expect, test } from 'vitest'
import { each, onePage, openPage } from './page.test.fixture.ts'

const action = 'action=/kyc/grant/7001/submit'

const form = (label: (permission: string) => string, more = '', sending = 'Send my answer'): string =>
  `<form method=post ${action}>${each(
    permission => `<label><input type=checkbox name=${permission}> ${label(permission)}</label>`,
  )}${more}<button>${sending}</button></form>`

const share = (permission: string) => `Share my ${permission}`

const unseenOf = async (html: string): Promise<string | undefined> =>
  (await openPage(onePage(html, () => true))).page.unseen

test.each([
  ['plain text and a form', form(share)],
  ['links to the terms and to another site', `${form(share)}<a href=/terms>Terms</a> <a href=https://a.example/>A</a>`],
  ['boxes that name what they share, in the documented form', form(permission => permission)],
])('a page is seen as a whole: %s', async (_what, html) => {
  expect(await unseenOf(html)).toBeUndefined()
})

test.each([
  ['a link to further options', `${form(share)}<a href=?manage=1>Manage options</a>`, 'the link “Manage options”'],
  ['a tab', `<a href=?tab=2>Details</a>${form(share)}`, 'the link “Details”'],
  ['a button that says more than that it sends', form(share, '', 'Send or cancel'), 'the button “Send or cancel”'],
  ['a disclosure', form(share, '<details><summary>More</summary>It is …</details>'), 'a <details>'],
  [
    'a text that can be pressed',
    form(share, '<span onclick="show()">More</span>'),
    'the attribute onclick of a <span>',
  ],
  [
    'boxes that may confirm the data',
    form(permission => `My ${permission} is right`).replace(action, ''),
    'one before',
  ],
])('a page may have more than was seen: %s', async (_what, html, says) => {
  expect(await unseenOf(html)).toContain(says)
})
