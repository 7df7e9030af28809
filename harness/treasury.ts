import { toMinorUnits } from '../protocol/amount.ts'
import { isObject, type Json } from '../protocol/json/json.ts'
import { codeOf, isRefusal, isSuccess } from './http/pending-response.ts'
import type { HttpResponse } from './http/response.ts'
import type { Money } from './money.ts'

/**
 * A lower bound of the treasury's balance: what the preflight found there, minus all transfers since. It distinguishes a correct 402 of an
 * empty treasury from a faulty one.
 */
export type Treasury = {
  /** Sets the units that the preflight found. Until then every 402 counts. */
  found(units: bigint): void
  /**
   * Records a transfer that is about to be sent. The returned function takes the response, and returns why the transfer proves nothing if
   * the treasury may hold too little for it.
   */
  watch(transfer: Json | undefined): (response: HttpResponse) => string | undefined
}

/** `owner`: the OCID that owns the treasury. */
export const createTreasury = (owner: number | undefined, money: Money): Treasury => {
  let least: bigint | undefined
  const change = (minor: bigint) => {
    if (least !== undefined) least += minor
  }
  const most = money.most * money.step
  const afterSuccess = (minor: bigint) => (response: HttpResponse) => {
    if (isSuccess(response)) change(minor)
    return undefined
  }
  const outcomeOfDebit = (minor: bigint) => {
    // Reserved while the transfer is in flight, since others are sent in the meantime.
    change(-minor)
    return (response: HttpResponse) => {
      if (!isRefusal(response)) return undefined
      change(minor)
      const isThin = least !== undefined && least < minor
      return isThin && isInsufficientFunds(response)
        ? `the treasury (${owner}) may hold less than ${money.amount(minor / money.step)} ${money.currency}: fund it as provisioning.json lists it`
        : undefined
    }
  }
  return {
    found: units => {
      least = units * money.step
    },
    watch: transfer => {
      const minor = amountOf(transfer, money.currency)
      const isDebit = ocidOf(transfer, 'from') === owner
      const isCredit = ocidOf(transfer, 'to') === owner
      const isReadable = isObject(transfer) && (minor !== undefined || !isDebit)
      // An unreadable amount is a small one in an unusual notation that the target may accept.
      if (!isReadable) return afterSuccess(-money.step)
      if (!minor || isDebit === isCredit) return () => undefined
      // No treasury holds more than `most`: reserving it would make every other 402 seem correct in the meantime.
      if (isDebit) return minor <= most ? outcomeOfDebit(minor) : afterSuccess(-minor)
      return afterSuccess(minor)
    },
  }
}

/**
 * Accepts either the status or the code: a target that answers with only one fails TRANSFER-09, not every check with an account.
 */
export const isInsufficientFunds = (response: HttpResponse): boolean =>
  response.status === 402 || codeOf(response) === 'INSUFFICIENT_FUNDS'

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined

const ocidOf = (transfer: Json | undefined, party: 'from' | 'to') => memberOf(memberOf(transfer, party), 'ocid')

/** Returns minor units: 0 in another currency, `undefined` for an invalid amount. */
const amountOf = (transfer: Json | undefined, currency: string): bigint | undefined =>
  memberOf(transfer, 'currency') === currency ? toMinorUnits(memberOf(transfer, 'amount'), currency) : 0n
