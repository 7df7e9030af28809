import { randomUUID } from 'node:crypto'
import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { Gateway, ProofNotification } from '../../../../reference/gateway/contract.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Session } from '../../../../reference/gateway/records.ts'
import type { Proof } from '../../../../schemas/messages.ts'

/** Notifies a merchant of a transaction that is not completed. */
export const notifyMerchant = (proof: Proof, gateway: Gateway): void => {
  const base = gateway.directory.merchants.get(proof.to.ocid)?.endpoint
  void gateway.policies.notifyInBackground({ base, signed: signProof(proof, gateway) }, gateway)
}

/** Notifies a merchant of an unpaid session. */
export const notifyOfSession = (session: Session, gateway: Gateway): void =>
  notifyMerchant(gateway.policies.proofOfSession(session, gateway), gateway)

/** Delivers a notification once, without retries. Returns the text of the response; throws unless its status is 200. */
export const deliverOnce = async ({ base = '', signed }: ProofNotification, gateway: Gateway): Promise<string> => {
  const { policies, ports, key, profile, ocid } = gateway
  const [url, body] = [policies.notificationUrl(base), JSON.stringify(signed)]
  const claims = { ocid: String(ocid), timestamp: String(unixSeconds(ports)), nonce: randomUUID() }
  const parts = { method: 'POST', path: new URL(url).pathname, ...claims, body }
  const headers = policies.notificationHeaders(parts, key, profile)
  const signal = AbortSignal.timeout(profile.notification.timeoutMs)
  const { status, text } = await ports.send({ method: 'POST', url, headers, body, limitBytes: 65_536, signal })
  if (status !== 200) throw new Error(`the webhook answers ${status}`)
  return text
}
