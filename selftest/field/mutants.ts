import { type AnyMutant, mutantsOf } from '../../implementations/mutants/index.ts'
import type { Role } from '../../protocol/operations.ts'

/**
 * Twenty mutants of each role, by name: from every chapter, and of every kind: signatures, refusal codes, effects, pages,
 * notifications, flows, requests at the same time.
 */
const chosen: Readonly<Record<Role, readonly string[]>> = {
  gateway: [
    'signatures of requests are not verified',
    'nonces are not remembered',
    'proofs are signed with a key that was retired',
    'amounts in proofs are numbers',
    'details are a text',
    'metadata is signed as a whole',
    'the expiry of an order is not looked at',
    'the expiry is checked before the signature',
    'a hosted payment is not reported to the merchant',
    'a failed payment leads to urls.completed',
    'a paid session is paid again',
    'the name of an item is put into the page as it is',
    'notifications are not signed',
    'a refused transfer is reported to the merchant as well',
    'a transfer waits for the webhook',
    'accounts may be overdrawn',
    'the balance is read from a database, then written to it',
    'payments expire after five minutes',
    'an unknown txid is a 400',
    'the merchant is notified of the amount after fees, verify shows the one before',
  ],
  merchant: [
    'signatures of requests are not verified',
    'nonces are not remembered',
    'the nonce is looked up in a database, then stored there',
    'proofs without a memo are taken unsigned',
    'memos of orders are normalized',
    'amounts of orders are numbers',
    'empty details are null',
    'an issuer that is not accepted is forbidden',
    'the config is signed before the key is put into it',
    'a created order is answered 201',
    'orders are signed with another key than the published one',
    'orders have no address',
    'two orders are signed under one id',
    'old keys of an issuer stay good beside the new one',
    'the metadata of an issuer is waited for without an end',
    'proofs are taken unsigned',
    'the recipient is checked before the signature',
    'a paid order is paid again',
    'the amount is not compared',
    'an order that was opened at its address cannot be paid by others',
  ],
  kyc: [
    'metadata needs the four headers',
    'signatures are over SHA-256 twice',
    'a NUL ends in a 500',
    'a code of the framework',
    'metadata is signed as a whole',
    'the user is sent on with 303',
    'http is taken as well',
    'localhost is compared as it is written',
    'the icon is left out',
    'one text serves every permission',
    'the name cannot be denied',
    'a refresh of the page grants',
    'the name of the requester is written unescaped',
    'any site may frame the page',
    'the user is not named where everything is granted',
    'state is trimmed',
    'the page submits elsewhere',
    'whatever is granted is granted',
    'the requester is called directly as well',
    'the state is kept in the session of the browser',
  ],
}

/** Returns the mutants of a role to try under each condition. */
export const fieldMutants = (role: Role): AnyMutant[] =>
  mutantsOf[role].filter(({ name }) => chosen[role].includes(name))
