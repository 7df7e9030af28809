import { generatePrivateKey } from '../protocol/keys.ts'
import { operations } from '../protocol/operations.ts'
import { decodeSignature, encodeSignature } from '../protocol/signature.ts'
import { type Call, control, onEveryCall, send } from './authenticated.ts'
import type { Clause } from './every.ts'
import type { Answer } from './harness/answer.ts'
import { type Fault, withBody, withHeader, withPath, withSignature } from './harness/faults.ts'
import { notApplicable } from './harness/outcome.ts'
import { codeOf } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { address } from './harness/target.ts'

/** The last bit of s is another one: a well-formed signature, in whatever encoding. */
const oneBitChanged = (stage: Stage): Fault =>
  withSignature(signature => {
    const compact = decodeSignature(signature, stage.dialect.signatureEncoding) ?? new Uint8Array(64)
    compact[63] = (compact[63] ?? 0) ^ 1
    return encodeSignature({ compact, recovery: 0 }, stage.dialect.signatureEncoding)
  })

/** The path of another operation of the same role, signed; the request goes where it belongs. */
const signedForAnother = (stage: Stage, { operation }: Call) => {
  const { role, path } = operations[operation]
  const all = Object.keys(operations) as (keyof typeof operations)[]
  const another = all.find(
    name => name !== operation && operations[name].role === role && operations[name].authenticated,
  )
  return { another: another ?? operation, tamper: withPath(address(stage.session, path).path) }
}

/** An OCID may be known at one operation and not at another. */
const isUnknown = ({ unknownCodes }: Call, answer: Answer) => unknownCodes.includes(String(codeOf(answer)))

const signer = (clause: Clause, call: Call) => {
  const name = call.operation

  clause('AUTH-06', `${name} signed by an unknown key`, async stage => {
    await control(stage, call)
    await send(stage, call, call.body(stage), { key: generatePrivateKey() }).refusesWith('INVALID_SIGNATURE')
  })

  clause('AUTH-06', `${name} with one bit of the signature changed`, async stage => {
    await control(stage, call)
    await send(stage, call, call.body(stage), { tamper: oneBitChanged(stage) }).refusesWith('INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} signed by another known OCID`, async stage => {
    await control(stage, call)
    for (const { key } of call.others(stage))
      await send(stage, call, call.body(stage), { key }).refusesWith('INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} in the name of another known OCID`, async stage => {
    await control(stage, call)
    const [other = call.sender(stage)] = call.others(stage)
    const { key } = call.sender(stage)
    const answer = send(stage, call, call.body(stage), { as: other, key })
    if (isUnknown(call, await answer) && isUnknown(call, await send(stage, call, call.body(stage), { as: other })))
      notApplicable(`The target does not know ${other.id} as a caller of this operation.`)
    await answer.refusesWith('INVALID_SIGNATURE')
  })
}

const cover = (clause: Clause, call: Call) => {
  const name = call.operation

  clause('AUTH-08', `${name} with the body changed after signing`, async stage => {
    await control(stage, call)
    const body = await call.body(stage)
    const tamper = withBody(JSON.stringify(call.altered(stage, body)))
    await send(stage, call, body, { tamper }).refusesWith('INVALID_SIGNATURE')
    await send(stage, call, call.altered(stage, await call.body(stage))).asControl()
  })

  clause('AUTH-09', `${name} with the timestamp changed after signing`, async stage => {
    await control(stage, call)
    const timestamp = stage.now() - 1
    const tamper = withHeader('X-OC-Timestamp', String(timestamp + 1))
    await send(stage, call, call.body(stage), { timestamp, tamper }).refusesWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} with the nonce changed after signing`, async stage => {
    await control(stage, call)
    const tamper = withHeader('X-OC-Nonce', stage.fresh('n'))
    await send(stage, call, call.body(stage), { tamper }).refusesWith('INVALID_SIGNATURE')
  })

  clause('AUTH-10', `${name} with the signature of another operation`, async stage => {
    await control(stage, call)
    const { another, tamper } = signedForAnother(stage, call)
    await stage.call(another, call.body(stage), { as: call.sender(stage), tamper }).isRefused()
  })
}

/** Whose signature it has to be, and what it covers. Heading: Authentication. */
export const authenticationSignature = onEveryCall('authentication-signature', (clause, call) => {
  signer(clause, call)
  cover(clause, call)
})
