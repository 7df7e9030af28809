import { expect, test } from 'vitest'
import { openRun, openSecondTarget } from '../../engine/open-run.ts'
import { accountsOf } from '../../engine/provisioning/identities.ts'
import { provisioningOf } from '../../engine/provisioning/provisioning.ts'
import { runChecks } from '../../engine/runner/in-process.ts'
import { freshIdentities } from '../../engine/settings/config/identities.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { createCheckContext } from '../../harness/create-context.ts'
import { newTrace } from '../../harness/trace.ts'
import { changeOrder } from '../../implementations/mutants/merchant/support/policies.ts'
import { Refusal } from '../../protocol/errors.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import type { KycPolicies } from '../../reference/kyc/contract.ts'
import type { WebhookRule } from '../../reference/merchant/contract.ts'
import { webhookRules } from '../../reference/merchant/webhook/rules.ts'
import { freePort } from '../../sandbox/free-port.ts'
import { type ServeOptions, serveReference } from '../../sandbox/serve.ts'
import type { Proof } from '../../schemas/messages.ts'
import { consentChecks } from '../../suites/cross-role/consent-for-gateway.ts'
import { crossRoleChecks } from '../../suites/cross-role/order-to-payment.ts'

/** Tries one of the joint checks; returns the outcome, and the fault. */
const meet = async (id: string, settings: { gateway: RunSettings; merchant: RunSettings }) => {
  const { signal } = new AbortController()
  const open = await openRun(settings.merchant, { write: () => undefined }, signal)
  const second = await openSecondTarget(open, settings.gateway, signal)
  const checks = crossRoleChecks(context => createCheckContext(second, context.check, { signal, trace: newTrace() }))
  const results = await runChecks(
    open,
    checks.filter(check => check.id === id),
    signal,
  )
  await open.close()
  return results.map(({ outcome, message, reason }) => [outcome, message ?? reason])
}

/** Checks out an order of a reference merchant at the reference gateway. */
const checkOut = async (profile: Partial<Profile>) => {
  const settings = { ...plainSettings, profile: { ...referenceProfile, ...profile } }
  const gateway = await startReference(plainSettings, 'gateway')
  const merchant = await startReference(settings, 'merchant')
  const results = await meet('together/order-checked-out', {
    gateway: gateway.settings,
    merchant: merchant.settings,
  })
  await gateway.close()
  await merchant.close()
  return results
}

const notTaken =
  'the gateway refuses an order that is signed the way the merchant signs: 400 INVALID_SIGNATURE. Make both sign in the same way: `oc-conformance report ambiguities` compares them'

// The document is silent on either choice: none of the two is at fault.
test.for<[string, Partial<Profile>, unknown[]]>([
  ['as the gateway', {}, ['pass', undefined]],
  ['in Base64', { signatureEncoding: 'compact-base64' }, ['blocked', notTaken]],
  ['without the members of its items', { canonicalJson: 'key-list' }, ['blocked', notTaken]],
])('a merchant that signs %s', { timeout: 60_000 }, async ([, profile, expected]) => {
  expect(await checkOut(profile)).toEqual([expected])
})

/** The policies of a gateway and a merchant. */
type Policies = NonNullable<ServeOptions['policies']>

/** Pays an order of a reference merchant at a reference gateway, which are registered with each other. */
const payAt = async (policies: Policies) => {
  const port = await freePort()
  const listen = { host: '127.0.0.1', port }
  const publicUrl = `http://127.0.0.1:${port}`
  const identities = { gateway: freshIdentities('gateway'), merchant: freshIdentities('merchant') }
  const accounts = accountsOf(identities.gateway)
  const ocids = { gateway: 1001, merchant: 1002 }
  const served = await serveReference({
    roles: ['gateway', 'merchant'],
    provisioning: role =>
      role === 'kyc'
        ? undefined
        : provisioningOf({
            ...{ target: { role, ocid: ocids[role] }, publicUrl, identities: identities[role], currency: 'USD' },
            accounts: role === 'gateway' ? accounts : {},
          }),
    policies,
  })
  const settingsOf = (role: 'gateway' | 'merchant'): RunSettings => ({
    ...plainSettings,
    ...{ identities: identities[role], accounts, currency: 'USD', timeoutMs: 1_000 },
    patience: { ...plainSettings.patience, notificationMs: 500 },
    counterpart: { ...plainSettings.counterpart, listen, publicUrl },
    target: { role, ocid: ocids[role], baseUrl: served.roles[role]?.baseUrl ?? '', environment: 'test' },
  })
  const results = await meet('together/order-paid-by-a-transfer', {
    gateway: settingsOf('gateway'),
    merchant: settingsOf('merchant'),
  })
  await served.close()
  return results
}

const blocking = (reason: RegExp) => ['blocked', expect.stringMatching(reason)]
const finding = (message: RegExp) => ['fail', expect.stringMatching(message)]

const withoutGateway: WebhookRule = ({ signed }) =>
  signed.proof.issuer === 1001 ? new Refusal('ISSUER_NOT_ACCEPTED', 400, 'Not accepted.') : undefined

const unreadGateway: WebhookRule = ({ signed }) =>
  signed.proof.issuer === 1001 ? new Refusal('PROOF_SIGNATURE_INVALID', 400, 'Not verified.') : undefined

const proofWith = (change: (proof: Proof) => Partial<Proof>): Policies => ({
  gateway: {
    proofOfTransfer: (...given) => {
      const proof = gatewayPolicies.proofOfTransfer(...given)
      return { ...proof, ...change(proof) }
    },
  },
})

test.for<[string, Policies, unknown[]]>([
  ['both are registered', {}, ['pass', undefined]],
  [
    'the merchant does not accept the gateway as an issuer',
    { merchant: { webhookRules: [withoutGateway, ...webhookRules] } },
    blocking(/register 1001 as an issuer at the merchant/),
  ],
  [
    'the merchant cannot read the key of the gateway',
    { merchant: { webhookRules: [unreadGateway, ...webhookRules] } },
    blocking(/400 PROOF_SIGNATURE_INVALID. Make sure that the merchant can read the metadata of 1001/),
  ],
  [
    'the gateway signs without nested members',
    {
      gateway: {
        signPayload: (payload, key, profile) => signPayload(payload, key, { ...profile, canonicalJson: 'key-list' }),
      },
    },
    blocking(/400 PROOF_SIGNATURE_INVALID.* compare how the two sign/),
  ],
  [
    'the account has no webhook address',
    { gateway: { notifyInBackground: () => undefined } },
    blocking(/give the account of 1002 at the gateway the webhook address http/),
  ],
  [
    'the merchant accepts every proof',
    { merchant: { rejection: ({ txid }) => ({ status: 'accepted', txid }) } },
    blocking(/the merchant does not show whether an order is paid/),
  ],
  [
    'the merchant rejects every proof',
    { merchant: { objections: [() => 'No.'] } },
    blocking(/the control, a correct proof, is not accepted/),
  ],
  [
    'the merchant never answers a second proof',
    { merchant: { rejection: () => new Promise(() => undefined) as never } },
    blocking(/no response to POST \/transfer\/webhook/),
  ],
  [
    'the merchant makes orders of another amount',
    { merchant: changeOrder(() => ({ amount: '0.01' })) },
    blocking(/a different order than it was asked for/),
  ],
  [
    'the gateway takes a fee from the amount of the proof',
    proofWith(() => ({ amount: '0.01' })),
    finding(/the proof has a different amount than the order/),
  ],
  [
    'the gateway leaves out the order in the proof',
    proofWith(({ to }) => ({ to: { ocid: to.ocid } })),
    finding(/what the proof pays/),
  ],
  [
    'the gateway signs the proof with another key',
    { gateway: { signPayload: (payload, _key, profile) => signPayload(payload, generatePrivateKey(), profile) } },
    finding(/the signature of the proof of the transfer does not verify/),
  ],
])('%s', { timeout: 120_000 }, async ([, policies, expected]) => {
  expect(await payAt(policies)).toEqual([expected])
})

/** Tries a request of a gateway with this OCID and name at a reference KYC provider; returns the outcome, and the fault. */
const askAs = async (ocid: number | undefined, name: string, policies: Partial<KycPolicies> = {}) => {
  const kyc = await startReference(plainSettings, 'kyc', { policies: { kyc: policies } })
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
  ['has another name there', 7001, 'Acme Pay', blocking(/does not show Acme Pay: register/)],
  ['is unknown there', 7998, 'Acme Pay', blocking(/consent page/)],
  ['has no OCID', undefined, 'Acme Pay', blocking(/give it in its config/)],
])('a gateway that %s asks a KYC provider', { timeout: 60_000 }, async ([, ocid, name, expected]) => {
  expect(await askAs(ocid, name)).toEqual([expected])
})

test.for<[string, Partial<KycPolicies>, unknown[]]>([
  [
    'does not redirect to a callback that is not registered',
    { sendToCallback: reply => reply.code(403).send('The callback is not registered.') },
    blocking(/Make the KYC provider accept http.* as a callback address of 7001/),
  ],
  [
    'refuses the gateway in the callback',
    { membersOf: () => [['status', 'denied']] },
    blocking(/the gateway gets another decision: status=denied/),
  ],
  [
    'grants the gateway what the user denied',
    {
      membersOf: () => [
        ['status', 'granted'],
        ['grants', 'name,email'],
      ],
    },
    finding(/the gateway gets what the user denied/),
  ],
])('a KYC provider that %s', { timeout: 60_000 }, async ([, policies, expected]) => {
  expect(await askAs(7001, 'Conformance Requester', policies)).toEqual([expected])
})
