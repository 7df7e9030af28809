import type { Submission } from '../../harness/submission.ts'

/** The content type of a form without files. */
export const urlencoded = 'application/x-www-form-urlencoded'

/** Returns the address to which a submission is sent; a GET carries its fields in the query. */
export const addressOf = ({ method, url, fields }: Submission): string => {
  if (method !== 'GET' || fields.length === 0) return url
  const address = new URL(url)
  address.search = queryOf(fields)
  return address.href
}

const queryOf = (fields: Submission['fields']): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString()

type EncodedBody = { body: string; contentType: string }

/** Returns the body of a submission as a browser encodes it, with its content type; `undefined` for a GET. */
export const bodyOf = async ({ method, fields, enctype }: Submission): Promise<EncodedBody | undefined> => {
  if (method === 'GET') return undefined
  if (enctype === 'application/json') return { body: JSON.stringify(Object.fromEntries(fields)), contentType: enctype }
  return enctype === 'multipart/form-data' ? multipart(fields) : { body: queryOf(fields), contentType: urlencoded }
}

const multipart = async (fields: Submission['fields']): Promise<EncodedBody> => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const response = new Response(data)
  return { body: await response.text(), contentType: response.headers.get('content-type') ?? '' }
}
