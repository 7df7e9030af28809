import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Counterpart, RequestKind } from '../../harness/counterpart.ts'
import type { RunContext } from '../../harness/run-context.ts'
import type { RunSettings } from '../settings/settings.ts'
import { counterpartFindings, unlessReached } from './counterpart.ts'
import { type PreflightResult, warning } from './finding.ts'

const counterpartWith = (kind: RequestKind) => ({ journal: { all: [{ kind }] } }) as unknown as Counterpart

const unreached: PreflightResult = {
  findings: [warning('counterpart', 'No answer at https://ci.example.', 'Set it.')],
  obstacles: { counterpart: 'No answer.', authentication: 'refused' },
}

test('a counterpart that the target has reached is not an obstacle, even if the harness itself cannot reach it', () => {
  const [result] = unlessReached([unreached], counterpartWith('metadata'))
  expect(result?.obstacles).toEqual({ authentication: 'refused' })
  expect(result?.findings).toMatchObject([{ severity: 'info', message: expect.stringContaining('nevertheless') }])
})

test('a request that may be from the harness or a stranger does not prove that the target can reach the counterpart', () => {
  for (const kind of ['registry', 'other'] as const)
    expect(unlessReached([unreached], counterpartWith(kind))).toEqual([unreached])
  expect(unlessReached([unreached], undefined)).toEqual([unreached])
})

/** Serves the registry as a counterpart does, and closes itself when the test ends. */
const serveRegistry = async (heard: (path: string) => void): Promise<string> => {
  const server = createServer((request, response) => {
    heard(request.url ?? '')
    response.end('{}')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns the findings for a counterpart with the public address of a server. */
const findingsAt = async (isOwn: boolean) => {
  const all: { path: string }[] = []
  const baseUrl = await serveRegistry(path => void (isOwn && all.push({ path })))
  const counterpart = { baseUrl, journal: { all } } as unknown as Counterpart
  const run = { counterpart, target: { apiUrl: 'http://127.0.0.1:1' } } as unknown as RunContext
  const { signal } = new AbortController()
  return counterpartFindings(run, { startupError: undefined, settings: {} as RunSettings['counterpart'], signal })
}

test('a public address that leads to this counterpart is correct', async () => {
  const { findings, obstacles } = await findingsAt(true)
  expect(findings).toMatchObject([{ ok: true }])
  expect(obstacles).toBeUndefined()
})

test('a public address at which another counterpart answers is an obstacle', async () => {
  const { obstacles } = await findingsAt(false)
  expect(obstacles?.counterpart).toMatch(/^The counterpart does not answer at .*: another server answers there\. Set/)
})
