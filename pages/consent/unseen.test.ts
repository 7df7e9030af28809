import { expect, test } from 'vitest'
import { each, onePage, openPage, permissions, redirectWith } from './page.test.fixture.ts'

const boxes = each(
  permission =>
    `<p><label><input type=checkbox name=${permission} value=1> Share my ${permission.replace('_', ' ')}</label>`,
)
const formOf = (inner: string): string =>
  `<form method=post action=/kyc/grant/7001/submit>${inner}<button>Save my choices</button></form>`
const layers =
  '<form method=post action=/kyc/grant/7001/submit><button>Accept all</button> <button>Reject all</button></form>'

test.each([
  ['a link that may lead to more', `${layers}<a href=?manage=1>Manage options</a>`, 'the link “Manage options”'],
  [
    'boxes that may check data',
    formOf(each(one => `<p>${one} <input type=checkbox name=c_${one}> Correct`)),
    'checkbox',
  ],
  ['a field', formOf(`${boxes}<label>Note <input name=note></label>`), 'the text “Note”'],
  ['a handler', `${formOf(boxes)}<div onclick=show()>Who asks?</div>`, 'the attribute onclick of a <div>'],
])('a page may hold more than was read: %s', async (_what, html, says) => {
  const { page } = await openPage(() => ({ html }))
  expect(page.unseen).toContain(says)
})

test.each([
  ['boxes', formOf(boxes)],
  ['two buttons for everything', layers],
])('a page of plain markup and words holds no more: %s', async (_what, html) => {
  const { page } = await openPage(() => ({ html }))
  expect(page.unseen).toBeUndefined()
})

test('nothing is sent for permissions that have no control', async () => {
  const answers = each(one => `<dt>${one}<dd>Private <a href="?edit=${one}">Change</a>`)
  const html = `<dl>${answers}</dl><form method=post action=/kyc/grant/7001/submit><button>Confirm and send</button></form>`
  const { page } = await openPage(({ method }) => (method === 'GET' ? { html } : redirectWith([], permissions)))
  await expect(page.decide({ granted: ['name'], denied: permissions.slice(1) })).rejects.toThrow(
    'no recognized control that decides on name, email',
  )
})

test('a callback with another decision blocks where the page holds something unread', async () => {
  const decision = { granted: ['name'], denied: permissions.slice(1) }
  const site = (html: string) => onePage(html, () => true)
  const { page: plain } = await openPage(site(formOf(boxes)))
  expect((await plain.decide(decision)).redirectedTo).toContain('denied=')
  const { page } = await openPage(site(`${formOf(boxes)}<a href=/all>Share all of it</a>`))
  await expect(page.decide(decision)).rejects.toThrow('the link “Share all of it”')
})
