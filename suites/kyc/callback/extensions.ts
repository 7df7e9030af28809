/** Paths and queries to add to the usual callback address. */
export const extensions = [
  '?session=1',
  '/a%20b/c;d=1?x=1&x=2&y=a%2Bb%26c',
  '/?empty=&flag=1&list%5B%5D=%C3%A9',
  '/%E2%82%AC/%2F?next=https%3A%2F%2Felsewhere.example%2F%3Fq%3D1',
]
