/**
 * GRANT-09 · Hidden spellings are refused with INVALID_CALLBACK_URL: blanks, backslashes, control characters; in
 * production *.localhost, 127.0.0.0/8, [::1], decimal, octal, hex, trailing dot.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { isAdmitted, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { expectEachRefused, requireProduction } from './refused-addresses.ts'

const { clause } = defineSuite({ id: 'grant-callback', roles: ['kyc'], operations: ['kyc.grant'] })

const unclean = {
  'an address after a blank': ' https://requester.example/callback',
  'an address before a blank': 'https://requester.example/callback ',
  'an address with a blank in its path': 'https://requester.example/call back',
  'an address with a blank in its host': 'https://requester .example/callback',
  'an address with backslashes': 'https:\\\\requester.example\\callback',
  'an address with a backslash after its host': 'https://requester.example\\@elsewhere.example/',
  'an address after a line feed': '\nhttps://requester.example/callback',
  'an address with a tab': 'https://requester.example/call\tback',
  'an address with line breaks': 'https://requester.example/callback\r\nX-Injected: 1',
  'an address with a control character': 'https://requester.example/call\u0001back',
  'an address with a deletion': 'https://requester.example/call\u007fback',
}

clause('GRANT-09', 'blanks, backslashes and control characters', context => expectEachRefused(context, unclean))

const localhostSpellings = {
  'a host below localhost': 'https://app.localhost/callback',
  'localhost with a final dot': 'https://localhost./callback',
  'localhost with an escaped letter': 'https://%6Cocalhost/callback',
  '127.0.0.1': 'https://127.0.0.1/callback',
  'another address of the loopback': 'https://127.8.9.10:8443/callback',
  'the loopback in short': 'https://127.1/callback',
  'the loopback in IPv6': 'https://[::1]/callback',
  'the loopback of IPv4 in IPv6': 'https://[::ffff:127.0.0.1]/callback',
  'the loopback in decimal': 'https://2130706433/callback',
  'the loopback in octal': 'https://0177.0.0.1/callback',
  'the loopback in hexadecimal': 'https://0x7f.0.0.1/callback',
}

/** Blocks the check unless localhost is refused: without that rule, its spellings prove nothing (GRANT-05). */
const requireLocalhostRefused = async (context: CheckContext) => {
  const response = await sendGrantRequest(context, { callback_url: 'https://localhost/callback' })
  if (isAdmitted(response))
    blocked(`the target accepts https://localhost/callback (${summary(response)}): fix GRANT-05 first`)
}

clause('GRANT-09', 'spellings of localhost in production', async context => {
  requireProduction(context)
  await requireLocalhostRefused(context)
  await expectEachRefused(context, localhostSpellings)
})
