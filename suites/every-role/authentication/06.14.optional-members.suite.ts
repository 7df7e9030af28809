import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { Json, JsonObject } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send } from '../../support/authentication/authenticated-operations.ts'

/** An optional member that the bodies of other checks have is left out, or one that they have not is there. */
const changesOf = ({ textPath, optional }: AuthenticatedOperation): { path: string; value: Json | undefined }[] => [
  { path: textPath, value: undefined },
  ...optional.filter(({ path }) => path === 'order.urls').map(({ path }) => ({ path, value: [] })),
]

/** Calls `refuse` with each kind of body that the target accepts. */
const withOtherMembers = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  refuse: (make: () => Promise<JsonObject>) => Promise<unknown>,
): Promise<void> => {
  let accepted = 0
  for (const change of changesOf(operation)) {
    const make = async () => operation.bodyWith(context, change)
    const control = await send(context, operation, make())
    if (!isSuccess(control) || operation.isRejection?.(control)) continue
    accepted += 1
    await refuse(make)
  }
  if (accepted === 0) notApplicable('The target refuses each body with other optional members.')
}

/** Whichever optional members a request has, its signature and its nonce are looked at. Heading: Authentication. */
export const authenticationOfOptionalMembers = onEveryOperation('authentication-members', (clause, operation) => {
  const { name } = operation

  clause('AUTH-06', `${name} with other optional members, signed by an unknown key`, context =>
    withOtherMembers(context, operation, make =>
      send(context, operation, make(), { key: generatePrivateKey() }).expectRefusalWith('INVALID_SIGNATURE'),
    ),
  )

  clause('AUTH-14', `${name} with other optional members, replayed`, context =>
    withOtherMembers(context, operation, async make => {
      const body = await make()
      const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() }
      await send(context, operation, body, sendOptions).asControl()
      await send(context, operation, body, sendOptions).expectRefusalWith('NONCE_REUSED')
    }),
  )
})
