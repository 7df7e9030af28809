import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../../harness/http/exchange.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import { checksOf } from '../../suites/index.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { writeReport } from '../report/write-report.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import { type Challenge, drawChallenge } from './challenge.ts'

const keyOf = (digit: string) => new PrivateKey(digit.padStart(64, '0'))

/** The key that signs the reports, and the key of their targets. */
export const signer = keyOf('5')
export const targetKey = keyOf('7')

/** The response of the target in one run: by default an order or a proof with the challenge of the run. */
type Plan = {
  role: Role
  settings?: Partial<RunSettings>
  failed?: string
  signs?: (challenge: Challenge) => JsonObject
}

/** Writes the signed report of a run; every check but `failed` passed. */
export const writeSignedReport = async (folder: string, { role, settings = {}, failed, signs }: Plan) => {
  const config = { publicKey: targetKey.publicKey, endpoint: 'http://a.example' }
  const metadata = { status: 200, text: JSON.stringify({ config, signature: signed(config) }) }
  const baseUrl = 'http://a.example'
  const given = { ...plainSettings, target: { baseUrl, environment: 'test' as const }, reportDir: folder }
  const all: RunSettings = { ...given, signWith: signer, ...settings }
  const challenge = drawChallenge(all, { role, metadata })
  await mkdir(join(folder, 'pages'), { recursive: true })
  await writeFile(join(folder, 'pages', '1.jpg'), 'a picture')
  const name = role === 'merchant' ? 'order' : 'proof'
  const body = role === 'kyc' ? {} : bodyWith(name, signs?.(challenge) ?? answerTo(challenge))
  const named = { ...body, name: `name-${challenge.value}-1` }
  await writeFile(join(folder, 'exchanges.ndjson'), `${JSON.stringify(exchangeWith(named))}\n`)
  const checks = checksOf(role).map(({ run: _run, ...check }) => check)
  const results = checks.map(({ id }): CheckResult => {
    const shown = { id, seconds: 0.1, observations: [], exchanges: ['1'] }
    if (id !== failed) return { ...shown, outcome: 'pass' }
    return { ...shown, outcome: 'fail', page: { url: baseUrl, title: 'A', picture: 'pages/1.jpg' } }
  })
  const facts: TargetFacts = {
    role,
    target: { baseUrl, apiUrl: baseUrl, ocid: undefined, environment: 'test' },
    metadata,
    preflight: { findings: [], obstacles: { identities: {} } },
    profile: referenceProfile,
    shownBy: {},
    challenge,
  }
  return writeReport(all, { facts, results, interrupted: false, checks }, new Date())
}

const answerTo = ({ value }: Challenge): JsonObject => ({ id: `order-${value}-1`, timestamp: 1_700_000_000 })

const signed = (payload: JsonObject) => signPayload(payload, targetKey, referenceProfile)

const bodyWith = (name: string, payload: JsonObject) => ({ [name]: payload, signature: signed(payload) })

const exchangeWith = (body: object): Exchange => ({
  id: '1',
  check: 'preflight',
  direction: 'sent',
  at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  request: { method: 'POST', url: 'http://a.example/', headers: [], bodyBytes: 0 },
  response: { status: 200, headers: [], body: JSON.stringify(body), bodyBytes: 1 },
})
