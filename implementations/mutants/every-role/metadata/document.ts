import { roles } from '../../../../protocol/operations.ts'
import { omitMember } from '../../../support/changes.ts'
import { changeDocument } from '../../support/metadata-document.ts'
import { isMetadata, refuseRequests, rewriteResponses } from '../../support/server-hooks.ts'
import type { SharedMutant } from '../shared-mutant.ts'

/** Faults in the metadata document outside its config (META-01 to META-03). */
export const metadataDocumentMutants: readonly SharedMutant[] = [
  {
    name: 'metadata is served as a file of no type',
    roles,
    breaks: 'META-01',
    alsoBreaks: ['FMT-04'],
    story: 'The document is in a bucket that serves everything as application/octet-stream.',
    prepare: rewriteResponses((text, request, reply) => {
      if (isMetadata(request)) reply.type('application/octet-stream')
      return text
    }),
  },
  {
    name: 'metadata is not for readers without Accept',
    roles,
    breaks: 'META-01',
    story: 'The framework answers 406 if Accept is missing.',
    prepare: refuseRequests(request => isMetadata(request) && request.headers.accept === undefined, 406, {
      error: { code: 'NOT_ACCEPTABLE', message: 'Accept must name application/json.', details: {} },
    }),
  },
  {
    name: 'the name is called title',
    roles,
    breaks: 'META-02',
    story: 'The document was first written for an app store.',
    policies: changeDocument(({ name = '', ...document }) => ({ ...document, title: name })),
  },
  {
    name: 'the version is a number',
    roles,
    breaks: 'META-02',
    story: 'YAML reads 0.1 as a number, and the JSON is generated.',
    policies: changeDocument(document => ({ ...document, protocol: 0.1 })),
  },
  {
    name: 'there is no version',
    roles,
    breaks: 'META-02',
    story: 'There is only one version, so why name it?',
    policies: changeDocument(omitMember('protocol')),
  },
  {
    name: 'the icon is a file name',
    roles,
    breaks: 'META-03',
    story: 'The icon is next to the document, so its name looked sufficient.',
    policies: changeDocument(document => ({ ...document, icon: 'icon.png' })),
  },
  {
    name: 'the contact is an object',
    roles,
    breaks: 'META-03',
    story: 'There is an email address and a phone number.',
    policies: changeDocument(document => ({ ...document, contact: { email: 'ops@service.example', phone: null } })),
  },
  {
    name: 'there is no description, and null says so',
    roles,
    breaks: 'META-03',
    story: 'Every column of the table is written, and profile is null.',
    policies: changeDocument(document => ({ ...document, profile: null })),
  },
]
