import { isObject, type Json } from '../protocol/json.ts'
import { capabilitiesOf as listed, type OperationName, operations } from '../protocol/operations.ts'
import { notApplicable } from './harness/outcome.ts'
import type { Session } from './harness/session.ts'

/** config.capabilities of the target's metadata; undefined where it is no array (META-06). */
export const capabilitiesOf = ({ metadata }: Pick<Session, 'metadata'>): Json[] | undefined => {
  const config = isObject(metadata.json) ? metadata.json.config : undefined
  const capabilities = isObject(config) ? config.capabilities : undefined
  return Array.isArray(capabilities) ? capabilities : undefined
}

/**
 * Whether the target declares the operation. What no capability stands for counts as declared, and so does everything where
 * the list cannot be read (META-06) or names nothing that the document lists for the role (META-12).
 */
export const isDeclared = ({ session }: Declaring, operation: OperationName): boolean => {
  const { capability } = operations[operation]
  const declared = capabilitiesOf(session)
  const says = listed[session.role].some(name => declared?.includes(name))
  return capability === undefined || !says || (declared ?? []).includes(capability)
}

type Declaring = { session: Pick<Session, 'metadata' | 'role'> }

/** Ends a check whose operation the target does not declare. */
export const requireDeclared = (stage: Declaring, operation: OperationName): void => {
  if (!isDeclared(stage, operation))
    notApplicable(`The target does not declare the capability ${operations[operation].capability}.`)
}
