import { expect, test } from 'vitest'
import { actors, bothGranted, fixture, grantUrl, openForm, submit } from './fixture.test.support.ts'
import { maxRequests, Store } from './store.ts'

test('a decision holds the values that the document lists', async () => {
  const on = fixture()
  await submit(on, await openForm(on), { choice_name: 'denied', choice_email: 'granted' })
  expect(on.decisions()).toEqual([
    { user: actors.user, requester: actors.requester, granted: ['email'], denied: ['name'], time: on.now() },
  ])
})

test('a decision is stored once, and the first one counts', async () => {
  const on = fixture()
  const form = await openForm(on)
  const first = await submit(on, form, bothGranted)
  const again = await submit(on, form, { choice_name: 'denied', choice_email: 'denied' })
  expect([first.statusCode, again.statusCode]).toEqual([303, 303])
  expect(again.headers.location).toBe(first.headers.location)
  const other = await openForm(on)
  const answers = await Promise.all(
    ['granted', 'denied', 'granted'].map(verdict =>
      submit(on, other, { choice_name: verdict, choice_email: 'granted' }),
    ),
  )
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
  expect(on.decisions().length).toBe(2)
})

test('a provider resumes from the state of another', async () => {
  const before = fixture()
  const decided = await openForm(before)
  await submit(before, decided, bothGranted)
  const waiting = await openForm(before, grantUrl({ state: 's' }))
  const after = fixture({ ports: { storage: before.storage } })
  const pageOf = (form: typeof decided) => after.get(`/kyc/consent/${form.fields.get('request')}`)
  expect((await pageOf(decided)).body).toContain('You have decided')
  expect((await pageOf(waiting)).body).toContain('name="state" value="s"')
})

test('requests beyond the bound push the oldest out', () => {
  const store = new Store()
  const callbackUrl = 'https://x.example'
  const request = { requester: 7001, user: 8001, permissions: [], callbackUrl, state: null, createdAt: 1 }
  for (let id = 0; id <= maxRequests; id++) store.openRequest({ ...request, id: String(id) })
  expect([store.request('0'), store.request('1')?.id, store.request(String(maxRequests))?.id]).toEqual([
    undefined,
    '1',
    String(maxRequests),
  ])
})
