import { notApplicable } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { isObject, type Json } from '../../protocol/json.ts'
import { capabilitiesOf as listed, type OperationName, operations } from '../../protocol/operations.ts'

/** config.capabilities of the target's metadata; undefined where it is no array (META-06). */
export const capabilitiesOf = ({ metadata }: Pick<RunContext, 'metadata'>): Json[] | undefined => {
  const config = isObject(metadata.json) ? metadata.json.config : undefined
  const capabilities = isObject(config) ? config.capabilities : undefined
  return Array.isArray(capabilities) ? capabilities : undefined
}

/**
 * Whether the target declares the operation. What no capability stands for counts as declared, and so does everything where
 * the list cannot be read (META-06) or names nothing that the document lists for the role (META-12).
 */
export const isDeclared = ({ run }: Declaring, operation: OperationName): boolean => {
  const { capability } = operations[operation]
  const declared = capabilitiesOf(run)
  const says = listed[run.role].some(name => declared?.includes(name))
  return capability === undefined || !says || (declared ?? []).includes(capability)
}

type Declaring = { run: Pick<RunContext, 'metadata' | 'role'> }

/** Ends a check whose operation the target does not declare. */
export const requireDeclared = (context: Declaring, operation: OperationName): void => {
  if (!isDeclared(context, operation))
    notApplicable(`The target does not declare the capability ${operations[operation].capability}.`)
}
