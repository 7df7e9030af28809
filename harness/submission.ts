/** What a browser sends for a form, or for a link (then without fields). */
export type Submission = {
  method: 'GET' | 'POST'
  /** Absolute address. */
  url: string
  fields: readonly (readonly [string, string])[]
  /** JSON: as the script of a page sends it, a member for each name. */
  enctype: 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/json'
  /** Sent from another site, as a forged request is: with a foreign origin, and only the cookies that a browser sends then. */
  forged?: true
}

/** Changes what a click sends; `step` counts the clicks from 0. */
export type SubmissionChange = (submission: Submission, step: number) => Submission
