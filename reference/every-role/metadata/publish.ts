import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../../protocol/metadata.ts'
import { answerGet } from '../../service/server.ts'
import type { Service } from '../contract.ts'

/**
 * Serves the metadata document at {base_url}/metadata.json (heading "Metadata document"): the identity of the role with its
 * key, the version and the signature of `config`. The identity is read for each request, since the endpoint is known late.
 * Clauses: META-01, META-02, META-03, META-04, META-05, META-06, META-08, META-13, META-14, META-16.
 */
export const hostMetadata = (server: FastifyInstance, service: Service, identity: () => Identity): void =>
  answerGet(server, service, {
    operation: 'metadata',
    path: '/metadata.json',
    handle: () => service.policies.metadata(identity(), service.key, service.profile),
  })
