import { randomUUID } from 'node:crypto'
import type { Gateway, Notice } from '../../../../reference/gateway/contract.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Session } from '../../../../reference/gateway/records.ts'
import { unixSeconds } from '../../../../reference/service/ports.ts'
import type { Proof } from '../../../../schemas/messages.ts'

/** Tells a merchant of something that is no completed transaction. */
export const notifyMerchant = (proof: Proof, gateway: Gateway): void => {
  const base = gateway.directory.merchants.get(proof.to.ocid)?.endpoint
  void gateway.policies.notifyInBackground({ base, signed: signProof(proof, gateway) }, gateway)
}

/** Tells a merchant of a session that is not paid. */
export const notifyOfSession = (session: Session, gateway: Gateway): void =>
  notifyMerchant(gateway.policies.proofOfSession(session, gateway), gateway)

/** One delivery without the outbox: the text of the answer, which has to be a 200; an error otherwise. */
export const deliverOnce = async ({ base = '', signed }: Notice, gateway: Gateway): Promise<string> => {
  const { policies, ports, key, profile, ocid } = gateway
  const [url, body] = [policies.notificationUrl(base), JSON.stringify(signed)]
  const said = { ocid: String(ocid), timestamp: String(unixSeconds(ports)), nonce: randomUUID() }
  const parts = { method: 'POST', path: new URL(url).pathname, ...said, body }
  const headers = policies.notificationHeaders(parts, key, profile)
  const signal = AbortSignal.timeout(profile.notification.timeoutMs)
  const { status, text } = await ports.send({ method: 'POST', url, headers, body, limitBytes: 65_536, signal })
  if (status !== 200) throw new Error(`the webhook answers ${status}`)
  return text
}
