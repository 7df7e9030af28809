/** Returns an object with one member, or an empty one if the value is undefined, which JSON does not have. */
export const ifDefined = <Name extends string, V>(name: Name, value: V | undefined): { [N in Name]?: V } =>
  value === undefined ? {} : ({ [name]: value } as { [N in Name]?: V })
