import { expect, test } from 'vitest'
import type { ConsentHints } from '../../harness/pages.ts'
import {
  boxesNamed,
  type ConsentSite,
  decisions,
  onePage,
  openPage,
  permissions,
  radiosNamed,
  sent,
} from './page.test.fixture.ts'

const mask = boxesNamed(permission => `Mask my ${permission}`, false)
const keep = radiosNamed(['No', 'Yes'], permission => `Keep your ${permission} private?`)
const privacy = boxesNamed(permission => `Enable privacy for my ${permission}`, false)
const disabled = boxesNamed(permission => `Sharing of my ${permission} disabled`, false)
const once = radiosNamed(['Once, without storing', 'Refuse'])
const nobody = radiosNamed(['Share with the shop', 'Share with nobody'])
const never = radiosNamed(['Autoriser', 'Autoriser jamais'])
const alike = /it is unclear which of its controls grant and which deny/
const reversed = /the callback does not have the decision; name the controls in pages.consent of the config/

test.each<[string, ConsentSite, ConsentHints, RegExp]>([
  ['boxes of an unknown verb', mask, { deny: 'checkbox:Mask my {permission}' }, reversed],
  ['yes and no', keep, { grant: 'radio:No', deny: 'radio:Yes' }, reversed],
  [
    'boxes of a verb that has another object',
    privacy,
    { deny: 'checkbox:Enable privacy for my {permission}' },
    reversed,
  ],
  ['boxes that say more', disabled, { deny: 'checkbox:Sharing of my {permission} disabled' }, reversed],
  ['two ways that seem to deny', once, { grant: 'radio:Once, without storing', deny: 'radio:Refuse' }, alike],
  [
    'two ways that seem to grant',
    nobody,
    { grant: 'radio:Share with the shop', deny: 'radio:Share with nobody' },
    alike,
  ],
  ['two ways with a plain one', never, { grant: 'radio:Autoriser', deny: 'radio:Autoriser jamais' }, alike],
])(
  'a guess that the callback reverses blocks, and the config states its effect: %s',
  async (_name, site, hints, says) => {
    for (const [granted, denied] of decisions) {
      const guessing = await openPage(site)
      await expect(guessing.page.decide({ granted, denied })).rejects.toThrow(says)
      const told = await openPage(site, hints)
      expect(sent(await told.page.decide({ granted, denied }))).toEqual({
        grants: granted.join(','),
        denied: denied.join(','),
      })
    }
  },
)

test.each<[string, ConsentSite]>([
  ['boxes that share', boxesNamed(permission => `Share my ${permission}`, false)],
  ['share or not', radiosNamed(["Don't share", 'Share'])],
  ['allow or deny', radiosNamed(['Deny', 'Allow'])],
])('plain words are no guess, whatever the callback says: %s', async (_name, site) => {
  for (const [granted, denied] of decisions) {
    const { page } = await openPage(site)
    const result = await page.decide({ granted, denied })
    expect(sent(result)).toEqual({ grants: denied.join(','), denied: granted.join(',') })
  }
})

const granting = (form: string): ConsentSite => onePage(form, () => true)

const boxed = (label: (permission: string) => string, more = ''): string =>
  `<form method=post>${permissions.map(permission => `<label><input type=checkbox name=${permission}> ${label(permission)}</label>`).join('')}${more}<button>Send</button></form>`

const share = (permission: string) => `Share my ${permission}`

const toggles = permissions
  .map(permission => `<p>${permission} <button name=toggle value=${permission}>Denied</button>`)
  .join('')

test.each<[string, string, RegExp]>([
  ['boxes that only name what they share', boxed(permission => permission), /whether “checkbox:name” grants or denies/],
  ['boxes whose label may be their state', boxed(() => 'Deny'), /grants or denies/],
  [
    'buttons whose label may be their state',
    `<form method=post>${toggles}<button>Send</button></form>`,
    /grants or den/,
  ],
  ['an element that is not read', boxed(share, '<x-choice></x-choice>'), /more, since it has a <x-choice>/],
  ['a script that is not run', boxed(share, '<script>count += 1</script>'), /needs script/],
  ['a button that does not say that it sends', boxed(share).replace('Send', 'Unlock'), /“button:Unlock” sends the/],
  [
    'no control',
    '<form method=post action=/kyc/grant/7001/submit><button>Send</button></form>',
    /no recognized control/,
  ],
])('a callback with another decision blocks where the page has %s', async (_what, html, says) => {
  const { page } = await openPage(granting(html))
  await expect(page.decide({ granted: ['name'], denied: permissions.slice(1) })).rejects.toThrow(says)
})

test('a callback with another decision counts against a page that is read as a whole', async () => {
  const { page } = await openPage(granting(boxed(share)))
  expect(sent(await page.decide({ granted: ['name'], denied: permissions.slice(1) })).denied).toBe('')
})
