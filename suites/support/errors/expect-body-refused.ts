import { isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { AuthenticatedOperation } from '../authentication/authenticated-operation.ts'

/** Fails the clause unless a body is refused with a 4xx, or by the rejection that the operation documents for its content. */
export const expectBodyRefused = (operation: AuthenticatedOperation, what: string, response: HttpResponse): void =>
  expectThat(
    isRefusedWith4xx(response) || operation.isRejection?.(response) === true,
    `${operation.name} with ${what} is not refused with a 4xx`,
    { expected: 'a 4xx', actual: summary(response) },
  )
