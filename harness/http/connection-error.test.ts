import { expect, test } from 'vitest'
import { connectionMessage, connectionRemedy, silenceOf } from './connection-error.ts'

const errorOf = (message: string, code = '') => Object.assign(new Error(message), { code })

test('an error of OpenSSL is reported by its reason, and the server was not reached', () => {
  const message = 'C0C6:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/a.c:78:\n'
  const silence = silenceOf(errorOf(message, 'EPROTO'))
  expect(silence).toEqual({ kind: 'refused', message: 'TLS failed: wrong version number' })
  expect(connectionRemedy(silence.message)).toContain('That port does not speak TLS')
})

test('of the errors for several addresses of a name, the first is reported', () => {
  const error = new AggregateError([
    errorOf('connect ECONNREFUSED ::1:80'),
    errorOf('connect ECONNREFUSED 127.0.0.1:80'),
  ])
  expect(connectionMessage(error)).toBe('connect ECONNREFUSED ::1:80')
})

test.for([
  ['self-signed certificate in certificate chain', 'NODE_EXTRA_CA_CERTS'],
  ["Hostname/IP does not match certificate's altnames", 'a name that is in the certificate'],
  ['certificate has expired', 'Renew'],
] as const)('what to do about "%s"', ([message, remedy]) => {
  expect(connectionRemedy(message)).toContain(remedy)
})

test('a connection that is closed has no such remedy, and is broken', () => {
  expect(connectionRemedy('other side closed')).toBeUndefined()
  expect(silenceOf(errorOf('other side closed', 'UND_ERR_SOCKET')).kind).toBe('broken')
})

test('a request that the client does not send says nothing about the server', () => {
  expect(silenceOf(errorOf('invalid cookie header', 'UND_ERR_INVALID_ARG'))).toEqual({
    kind: 'forbidden',
    message: 'the request cannot be sent: invalid cookie header',
  })
})
