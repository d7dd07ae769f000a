import {NotReached} from './connection-problem.ts';

/** `variable`: the environment variable that names it. `host`: includes the port, without the login. */
export type Proxy = {
	url: string;
	variable: string;
	host: string;
	isSocks: boolean;
	login: {username: string; password: string} | undefined;
};

/** Reads the proxies of the environment. Throws `NotReached` if one is not a URL. */
export function proxiesIn(env: NodeJS.ProcessEnv): {http: Proxy | undefined; https: Proxy | undefined} {
	const [http, https = http] = [proxyIn(env, 'HTTP_PROXY'), proxyIn(env, 'HTTPS_PROXY')];
	if (!http || http.url !== https?.url || http === https) return {http, https};
	const both = {...http, variable: `${http.variable}, ${https.variable}`};
	return {http: both, https: both};
}

export const noProxyIn = (env: NodeJS.ProcessEnv): string => env['no_proxy'] ?? env['NO_PROXY'] ?? '';

/** Lowercase names take precedence, as in other tools. Like curl, accepts a proxy without a scheme. */
function proxyIn(env: NodeJS.ProcessEnv, name: 'HTTP_PROXY' | 'HTTPS_PROXY'): Proxy | undefined {
	const variable = env[name.toLowerCase()] === undefined ? name : name.toLowerCase();
	const given = env[variable]?.trim();
	if (!given) return undefined;
	try {
		const {href, host, protocol, username, password} = new URL(
			given.includes('://') ? given : `http://${given}`,
		);
		if (!/^(https?|socks5?h?):$/.test(protocol)) throw new TypeError('not a proxy');
		return {
			// Host names are looked up by the proxy in any case.
			url: href.replace(/^socks5?h?:/, 'socks5:'),
			variable,
			host,
			isSocks: protocol.startsWith('socks'),
			login:
				username === ''
					? undefined
					: {username: decodeURIComponent(username), password: decodeURIComponent(password)},
		};
	} catch (cause) {
		throw new NotReached({kind: 'invalidProxy', setting: variable}, cause);
	}
}

/** Returns the proxy for a URL, unless `NO_PROXY` names its host. Throws like `proxiesIn`. */
export function proxyFor(env: NodeJS.ProcessEnv, {protocol, hostname, port}: URL): Proxy | undefined {
	const isSecure = /^(https|wss):$/.test(protocol);
	const host = hostname.replace(/^\[|\]$|\.$/g, '');
	const at = Number(port) || (isSecure ? 443 : 80);
	const {http, https} = proxiesIn(env);
	const isExempt = noProxyIn(env)
		.split(/[,\s]/)
		.some(entry => entry !== '' && exempts(entry.toLowerCase(), host, at));
	if (isExempt) return undefined;
	return isSecure ? https : http;
}

/** An entry is a host or an IPv6 address in brackets, perhaps with a port: `a.b` and `.a.b` include subdomains, `*.a.b` is only these. */
function exempts(entry: string, host: string, at: number): boolean {
	const [, address, name = entry, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
	if (port !== undefined && Number(port) !== at) return false;
	const wanted = (address ?? name).replace(/^\*?\./, '').replace(/\.$/, '');
	return wanted === '*' || host.endsWith(`.${wanted}`) || (host === wanted && !entry.startsWith('*'));
}
