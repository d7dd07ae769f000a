import {NotReached} from './connection-problem.ts';

/** `variable`: the environment variable that names it. `host`: includes the port, without the login. */
export type Proxy = {url: string; variable: string; host: string; hasLogin: boolean};

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
		if (!/^(https?|socks5?):$/.test(protocol)) throw new TypeError('not a proxy');
		// undici decodes these as well, but its error would not say what is wrong.
		decodeURIComponent(username + password);
		return {url: href, variable, host, hasLogin: username !== ''};
	} catch (cause) {
		throw new NotReached({kind: 'invalidProxy', setting: variable}, cause);
	}
}
