import { toMinorUnits } from '../../../protocol/amount.ts'
import type { Ports } from '../../service/ports.ts'

/** Returns the current Unix second, the form of every timestamp that a role writes. Clause: FMT-01. */
export const unixSeconds = (ports: Pick<Ports, 'now'>): number => Math.floor(ports.now() / 1000)

/** Returns the callers' time in ms: requests are stamped and judged by it, even when the sandbox's clock was advanced. */
export const callersTime = ({ now, ahead }: Pick<Ports, 'now' | 'ahead'>): number => now() - ahead()

/** An amount of a currency: decimal text on the wire, minor units inside. Clauses: FMT-02, FMT-03. */
export type Money = { amount: string; currency: string }

/**
 * Returns an amount in minor units; 0 if the text is not a decimal or has more digits than its currency.
 * Clauses: FMT-05, FMT-10.
 */
export const minorUnits = ({ amount, currency }: Money): bigint => toMinorUnits(amount, currency) ?? 0n

/** The currencies that a role supports without any provisioning. Clause: FMT-03. */
export const defaultCurrencies: readonly string[] = ['USD', 'EUR', 'JPY', 'KWD']
