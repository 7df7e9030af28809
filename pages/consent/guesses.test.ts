import { expect, test } from 'vitest'
import type { ConsentHints } from '../../harness/pages.ts'
import {
  boxesNamed,
  type ConsentRequest,
  type ConsentSite,
  decisions,
  each,
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
const states = onePage(
  `<form method=post>${each(one => `<p>${one} <label><input type=checkbox name=${one} value=1> Denied</label>`)}<button>Send</button></form>`,
  (form, permission) => form.has(permission),
)
const alike = /it is unclear which of its controls grant and which deny/
const reversed = /the opposite of the decision; name the controls under pages.consent in the config/

test.each<[string, ConsentSite, ConsentHints, RegExp]>([
  ['boxes of an unknown verb', mask, { deny: 'checkbox:Mask my {permission}' }, reversed],
  ['yes and no', keep, { grant: 'radio:No', deny: 'radio:Yes' }, reversed],
  [
    'boxes of a verb that has another object',
    privacy,
    { deny: 'checkbox:Enable privacy for my {permission}' },
    reversed,
  ],
  ['boxes that show their state', states, { grant: 'checkbox:Denied' }, reversed],
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
  ['boxes that do not share', boxesNamed(permission => `Do not share my ${permission}`, true)],
  ['share or not', radiosNamed(["Don't share", 'Share'])],
  ['allow or deny', radiosNamed(['Deny', 'Allow'])],
  ['one that says it, and no', radiosNamed(['No, thanks', 'Yes, share'])],
])('plain words are no guess, whatever the callback says: %s', async (_name, site) => {
  for (const [granted, denied] of decisions) {
    const { page } = await openPage(site)
    const result = await page.decide({ granted, denied })
    expect(sent(result)).toEqual({ grants: denied.join(','), denied: granted.join(',') })
  }
})

test('a guess that the callback reverses only in part blocks, too', async () => {
  const site = boxesNamed(permission => permission, true)
  const always = onePage((site({ method: 'GET' } as ConsentRequest) as { html: string }).html, () => true)
  const { page } = await openPage(always)
  await expect(page.decide({ granted: ['name'], denied: permissions.slice(1) })).rejects.toThrow(reversed)
})
