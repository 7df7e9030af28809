import type { Obstacles } from '../../harness/run-context.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'

/** The result of one part of the preflight: its findings, the obstacles they mean, and whether the run can continue. */
export type PreflightResult = {
  findings: PreflightFinding[]
  obstacles?: Partial<Obstacles>
  /** 2: the configuration is invalid; 3: the target or the counterpart cannot be reached. */
  stop?: 2 | 3
  /** Whether the target refused a correct request by an undocumented rule: its ids or references may be the cause. */
  isRefusedByOwnRule?: boolean
  /** Whether refusals stopped once ids and references had 16 letters and digits. */
  takesPlainNames?: boolean
  /** Whether each purse paid one unit, and no second one, before anything was paid in. */
  isOverdrawnByUnit?: boolean
}

/** A finding without a problem. */
export const working = (name: string, message: string): PreflightFinding => ({
  name,
  ok: true,
  severity: 'info',
  message,
})

/** A finding for the operator's information, which blocks nothing. */
export const note = (name: string, message: string): PreflightFinding => ({
  name,
  ok: false,
  severity: 'info',
  message,
})

/** A finding that may block checks. */
export const warning = (name: string, message: string, remedy?: string): PreflightFinding => ({
  name,
  ok: false,
  severity: 'warning',
  message,
  ...(remedy === undefined ? {} : { remedy }),
})

/** A finding that stops the run. */
export const problem = (name: string, message: string, remedy: string): PreflightFinding => ({
  name,
  ok: false,
  severity: 'error',
  message,
  remedy,
})

/** An invalid configuration: the run stops and judges nothing. */
export const wrongSetUp = (...findings: PreflightFinding[]): PreflightResult => ({ findings, stop: 2 })
