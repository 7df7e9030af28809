/** The files of a report, in its folder. */
export const reportFiles = {
  report: 'report.json',
  exchanges: 'exchanges.ndjson',
  html: 'report.html',
  metadata: 'target-metadata.json',
  statement: 'report.intoto.json',
} as const
