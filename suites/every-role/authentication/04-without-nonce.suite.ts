/** AUTH-04 · A request without X-OC-Nonce is refused and has no effect. */

import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { expectRefusedWithout } from './missing-header.ts'

onEveryOperation('authentication', (clause, operation) =>
  clause('AUTH-04', `${operation.name} without X-OC-Nonce`, context =>
    expectRefusedWithout(context, operation, 'X-OC-Nonce'),
  ),
)
