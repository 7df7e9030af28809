/** The currencies of a role, whatever is provisioned beside them. */
export const defaultCurrencies: readonly string[] = ['USD', 'EUR', 'JPY', 'KWD']
