/** Returns whether the method is safe, so the request changes nothing. (RFC 9110: 9.2.1) */
export const isReadMethod = (method: string): boolean =>
	['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());
