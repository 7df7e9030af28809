import { expect, test } from 'vitest'
import { openRun, openSecondTarget } from '../../engine/open-run.ts'
import { runChecks } from '../../engine/runner/in-process.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { createCheckContext } from '../../harness/create-context.ts'
import { newTrace } from '../../harness/trace.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { consentChecks } from '../../suites/cross-role/consent-for-gateway.ts'
import { crossRoleChecks } from '../../suites/cross-role/order-to-payment.ts'

/** Checks out an order of a reference merchant at the reference gateway; returns the outcome and the problems. */
const checkOut = async (profile: Partial<Profile>) => {
  const settings = { ...plainSettings, profile: { ...referenceProfile, ...profile } }
  const gateway = await startReference(plainSettings, 'gateway')
  const merchant = await startReference(settings, 'merchant')
  const { signal } = new AbortController()
  const open = await openRun(merchant.settings, { write: () => undefined }, signal)
  const second = await openSecondTarget(open, gateway.settings, signal)
  const checks = crossRoleChecks(context => createCheckContext(second, context.check, { signal, trace: newTrace() }))
  const results = await runChecks(
    open,
    checks.filter(({ id }) => id === 'together/order-checked-out'),
    signal,
  )
  await open.close()
  await gateway.close()
  await merchant.close()
  return results.map(({ outcome, message, actual }) => [outcome, message, actual])
}

const notTaken = 'the gateway does not take an order that is signed as the merchant signs'

test.for<[string, Partial<Profile>, unknown[]]>([
  ['as the gateway', {}, ['pass', undefined, undefined]],
  ['in Base64', { signatureEncoding: 'compact-base64' }, ['fail', notTaken, '400 INVALID_SIGNATURE']],
  ['without the members of its items', { canonicalJson: 'key-list' }, ['fail', notTaken, '400 INVALID_SIGNATURE']],
])('a merchant that signs %s', { timeout: 60_000 }, async ([, profile, expected]) => {
  expect(await checkOut(profile)).toEqual([expected])
})

/** Sends a request of a gateway with this OCID and name to the reference KYC provider; returns the outcome and the problems. */
const askAs = async (ocid: number | undefined, name: string) => {
  const kyc = await startReference(plainSettings, 'kyc')
  const { signal } = new AbortController()
  const open = await openRun(kyc.settings, { write: () => undefined }, signal)
  const { target, metadata } = open.run
  const checks = consentChecks({ ...open.run, target: { ...target, ocid }, metadata: { ...metadata, json: { name } } })
  const results = await runChecks(open, checks, signal)
  await open.close()
  await kyc.close()
  return results.map(({ outcome, message, reason }) => [outcome, message ?? reason])
}

test.for<[string, number | undefined, string, unknown[]]>([
  ['is registered', 7001, 'Conformance Requester', ['pass', undefined]],
  ['has another name there', 7001, 'Acme Pay', ['blocked', expect.stringMatching(/does not show Acme Pay: register/)]],
  ['is unknown there', 7998, 'Acme Pay', ['blocked', expect.stringMatching(/consent page/)]],
  ['has no OCID', undefined, 'Acme Pay', ['blocked', expect.stringMatching(/give it in its config/)]],
])('a gateway that %s asks a KYC provider', { timeout: 60_000 }, async ([, ocid, name, expected]) => {
  expect(await askAs(ocid, name)).toEqual([expected])
})
