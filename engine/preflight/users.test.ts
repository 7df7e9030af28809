import { expect, test } from 'vitest'
import type { CheckContext } from '../../harness/context.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { ConsentLanding, PageDriver, User } from '../../harness/pages.ts'
import { parse } from '../../pages/reading/parse.ts'
import { userFindings } from './users.ts'

const url = 'http://127.0.0.1:1/kyc/grant/7001'

const answer = (status: number, json?: unknown): HttpResponse =>
  ({ url, status, headers: [], json }) as never as HttpResponse

const refusal = answer(403, { error: { code: 'GRANT_NOT_AUTHORIZED', message: 'Log in first.' } })

const visitOf = (response: HttpResponse) => ({ url, response, ...parse({ text: '' }) })

/** Checks the users with a driver that ends at this landing. */
const findingsOf = (landing: Pick<ConsentLanding, 'responses' | 'visits' | 'isConsent'>) => {
  const visit: User['visit'] = async () => ({ passed: [], steps: [], decided: [], ...landing })
  const consent: PageDriver = {
    name: 'browser',
    customer: () => expect.fail('no customer is asked for'),
    user: () => ({ visit, open: () => expect.fail('nothing is opened') }),
  }
  const run = {
    callbackUrl: 'https://requester.example/callback',
    pages: { checkout: {}, consent: {}, secrets: {}, drivers: { consent } },
  }
  const context = { run, requester: { ocid: 7001 }, user: { ocid: 8001 }, url: (path: string) => new URL(path, url) }
  return userFindings(context as never as CheckContext)
}

test('a refusal to a script of the page before the login says nothing about the configuration', async () => {
  const [redirect, page] = [answer(302), answer(200)]
  const landing = { responses: [redirect, page, refusal, answer(200)], visits: [visitOf(page)], isConsent: true }
  expect(await findingsOf(landing)).toMatchObject({ findings: [{ name: 'users', ok: true }] })
})

test.each([
  ['by the answer to the request', [refusal], [visitOf(refusal)]],
  ['by the page that it redirects to', [answer(302), refusal], [visitOf(refusal)]],
  ['by the page behind the login', [answer(302), answer(200), refusal], [visitOf(answer(200)), visitOf(refusal)]],
])('a refusal of the user is an invalid configuration: %s', async (_, responses, visits) => {
  const found = await findingsOf({ responses, visits, isConsent: false })
  expect(found).toMatchObject({
    stop: 2,
    findings: [{ message: expect.stringContaining('with GRANT_NOT_AUTHORIZED') }],
  })
})
