/** AUTH-03 · A request without X-OC-Timestamp is refused and has no effect. */

import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { expectRefusedWithout } from './missing-header.ts'

onEveryOperation('authentication', (clause, operation) =>
  clause('AUTH-03', `${operation.name} without X-OC-Timestamp`, context =>
    expectRefusedWithout(context, operation, 'X-OC-Timestamp'),
  ),
)
