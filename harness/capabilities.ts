import { isObject, type Json } from '../protocol/json/json.ts'
import { capabilitiesOf as documentedCapabilities, type OperationName, operations } from '../protocol/operations.ts'
import { notApplicable } from './outcome.ts'
import type { RunContext } from './run-context.ts'

/** The part of a check's context that holds the capabilities of the target. */
type Declarations = { run: Pick<RunContext, 'metadata' | 'role'> }

/** Returns config.capabilities of the target's metadata; `undefined` if it is not an array (META-06). */
export const declaredCapabilities = ({ metadata }: Pick<RunContext, 'metadata'>): Json[] | undefined => {
  const config = isObject(metadata.json) ? metadata.json.config : undefined
  const capabilities = isObject(config) ? config.capabilities : undefined
  return Array.isArray(capabilities) ? capabilities : undefined
}

const sets = new WeakMap<readonly Json[], ReadonlySet<Json>>()

/** Returns a list as a set, built once: every request needs it, and the list may be long. */
const asSet = (list: readonly Json[]): ReadonlySet<Json> => {
  const known = sets.get(list) ?? new Set(list)
  sets.set(list, known)
  return known
}

/**
 * Returns whether the target declares an operation. An operation without a capability counts as declared. If the list is unreadable
 * (META-06), or has no capability that the document lists for the role (META-12), every operation does.
 */
export const isDeclared = ({ run }: Declarations, operation: OperationName): boolean => {
  const { capability } = operations[operation]
  if (capability === undefined) return true
  const declared = asSet(declaredCapabilities(run) ?? [])
  const isMeaningful = documentedCapabilities[run.role].some(name => declared.has(name))
  return !isMeaningful || declared.has(capability)
}

/** Makes the check not applicable if the target does not declare the operation. */
export const requireDeclared = (context: Declarations, operation: OperationName): void => {
  if (!isDeclared(context, operation))
    notApplicable(`The target does not declare the capability ${operations[operation].capability}.`)
}
