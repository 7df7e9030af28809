/** META-01 · Answers 200 application/json to a GET without any authentication header or parameter. */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { mediaType } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { readMetadata } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause('META-01', 'read without any header', async context => {
  const response = await readMetadata(context)
  expectThat(!response.silence && response.status === 200, 'GET /metadata.json does not return 200', {
    expected: '200',
    actual: summary(response),
  })
  expectThat(mediaType(response) === 'application/json', 'the metadata is not application/json', {
    expected: 'application/json',
    actual: mediaType(response) || 'no content type',
  })
})
