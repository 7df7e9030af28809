import { expect, test } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import { expectThat, notApplicable } from '../../harness/outcome.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

const run = runAt('quick')

const checkThat = (body: Check['run']): Check => checkWith({ run: body })

test.each([undefined, '7'])(
  'a check that fails because of a response from something in front (exchange %s) is blocked',
  async at => {
    const page = { exchange: '7', status: 403, url: 'http://127.0.0.1/', headers: [['content-type', 'text/html']] }
    const text = '<hr><center>nginx</center>'
    const refused = { ...run, http: { ...run.http, send: async () => ({ ...page, text }) } } as unknown as typeof run
    const check = checkThat(async context => {
      const response = await context.get('/metadata.json')
      expectThat(false, 'refused', { expected: '200', actual: response.status, at: at ? response : undefined })
    })
    const reason = expect.stringMatching(/^nginx in front of the target answered GET \/ with.*Configure it to forward/)
    expect(await runCheck(refused, check)).toMatchObject({ outcome: 'blocked', reason })
  },
)

test('a check that does not apply because something in front refused its request is blocked', async () => {
  const response = { exchange: '7', url: 'http://127.0.0.1/', headers: [['content-type', 'text/html']] }
  const runWith = (text: string) =>
    ({
      ...run,
      http: {
        ...run.http,
        send: async ({ path = '' }) => ({ ...response, text, status: path === '/metadata.json' ? 200 : 403 }),
      },
    }) as unknown as typeof run
  const check = checkThat(async context => {
    if ((await context.get('/')).status !== 200) notApplicable('The target refuses it, which is allowed.')
  })
  const reason = expect.stringMatching(/^nginx in front of the target answered GET /)
  expect(await runCheck(runWith('<hr><center>nginx</center>'), check)).toMatchObject({ outcome: 'blocked', reason })
  expect(await runCheck(runWith('No.'), check)).toMatchObject({ outcome: 'not-applicable' })
})

test('a target that leaves a request to a server in front, which answers it, is found by that request', async () => {
  const response = { exchange: '7', url: 'http://127.0.0.1/', headers: [['content-type', 'text/html']] }
  const send = async ({ method = '' }) =>
    method === 'GET'
      ? { ...response, status: 200, json: {} }
      : { ...response, status: 502, text: '<hr><center>nginx</center>' }
  const crashing = { ...run, http: { ...run.http, send } } as unknown as typeof run
  const check = checkThat(async context => {
    await context.send({ method: 'POST', origin: 'http://127.0.0.1', path: '/', headers: [] }).expectAccepted()
  })
  const message = expect.stringMatching(/gets no response, in 3 tries/)
  expect(await runCheck(crashing, check)).toMatchObject({ outcome: 'fail', message })
})
