import { expect, test } from 'vitest'
import type { HttpResponse } from '../../harness/http/response.ts'
import { gateBefore } from './gate.ts'

/** A response with a page, or with JSON. */
const responseTo = (
  path: string,
  status: number,
  { headers = {}, text = '', json }: Partial<Page> = {},
): HttpResponse =>
  ({
    status,
    url: `http://gateway.example${path}`,
    headers: Object.entries(headers),
    text,
    json,
  }) as unknown as HttpResponse

type Page = { headers: Record<string, string>; text: string; json: HttpResponse['json'] }

/** Both responses of a server that answers everything with the same page. */
const gateOf = (status: number, page: (path: string) => Partial<Page>) => {
  const responses = ['/api/metadata.json', '/api/orders/checkout'].map(path => responseTo(path, status, page(path)))
  return gateBefore(...(responses as [HttpResponse, HttpResponse]))
}

test('a redirect of everything to TLS names the base URL', () => {
  const gate = gateOf(301, path => ({ headers: { location: `https://gateway.example${path}` } }))
  expect(gate).toMatchObject({ stop: 2, finding: { remedy: 'Give https://gateway.example/api as the base URL.' } })
})

test.for([
  [
    'a login',
    302,
    { headers: { location: 'https://login.example/?to=gateway' } },
    2,
    /redirected to https:\/\/login\.example/,
  ],
  ['a password', 401, { headers: { 'www-authenticate': 'Basic realm="Staging"' } }, 2, /password.*Basic/],
  ['TLS', 400, { text: '<h1>The plain HTTP request was sent to HTTPS port</h1>' }, 2, /accepts only TLS/],
  ['a firewall', 403, { text: '<title>Forbidden</title>' }, 2, /refuses every request with a page \(Forbidden\)/],
  ['a target that is down', 502, { text: '<title>502 Bad Gateway</title>' }, 3, /the target behind it does not answer/],
] as const)('%s in front of everything is named', ([, status, page, stop, message]) => {
  expect(gateOf(status, () => page)).toMatchObject({ stop, finding: { message: expect.stringMatching(message) } })
})

test('two different responses, JSON, and an unknown path are judged by the clauses', () => {
  const [metadata, operation] = [responseTo('/metadata.json', 403), responseTo('/orders/create', 401)]
  expect(gateBefore(metadata, operation)).toBeUndefined()
  expect(gateOf(401, () => ({ json: {}, headers: { 'www-authenticate': 'Basic' } }))).toBeUndefined()
  expect(gateOf(404, () => ({}))).toBeUndefined()
  expect(gateOf(301, path => ({ headers: { location: `${path}/` } }))).toBeUndefined()
})
