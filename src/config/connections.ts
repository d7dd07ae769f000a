import {UsageError} from '../lib/errors.ts';
import {addressMessages} from '../messages/config.ts';
import {originMessages} from '../messages/origins.ts';
import {readConfigFile} from './files.ts';
import {createOrigins, type OriginNotes} from './origins.ts';
import {directory, envValue, type Env} from './paths.ts';
import type {ConfigFile} from './schema.ts';

/** Settings that allow connections which others on the network can read or change. */
export type Allowances = Pick<ConfigFile, 'allow_insecure_tls' | 'allow_plain_http'>;

/** The variables of these settings, for a service that is configured without a file. */
export const allowanceVariables = {
	allow_insecure_tls: 'RCONDECK_ALLOW_INSECURE_TLS',
	allow_plain_http: 'RCONDECK_ALLOW_PLAIN_HTTP',
} as const;

export function allowancesOf(env: Env, file: Allowances, origins: OriginNotes): Allowances {
	const allowance = (name: keyof Allowances) => {
		const variable = allowanceVariables[name];
		const isSet = ['1', 'true'].includes(envValue(env, variable) ?? '') || undefined;
		return origins.pick(name, file[name], [isSet, originMessages.environment([variable])]).value;
	};
	return {
		allow_insecure_tls: allowance('allow_insecure_tls'),
		allow_plain_http: allowance('allow_plain_http'),
	};
}

/** For commands that use nothing else of the configuration. */
export const readAllowances = (env: Env): Allowances =>
	allowancesOf(env, readConfigFile(directory(env, 'RCONDECK_CONFIG_DIR').path).content, createOrigins());

/** Node verifies no certificate. Only this value does that. */
export const isTlsUnverified = (env: Env): boolean => env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';

/** Returns a warning for each allowed connection that is not safe; throws `UsageError` if one is not allowed. */
export function checkConnections(
	env: Env,
	addresses: readonly (string | undefined)[],
	{allow_insecure_tls: allowsTls, allow_plain_http: allowsPlain}: Allowances,
): string[] {
	if (isTlsUnverified(env) && !allowsTls) throw new UsageError(addressMessages.tlsNotVerified);
	return [
		...(isTlsUnverified(env) ? [addressMessages.tlsUnverified] : []),
		...addresses.flatMap(address => {
			const plain = plainTarget(address);
			if (!plain) return [];
			if (!allowsPlain) throw new UsageError(addressMessages.notEncrypted(plain.host, plain.better));
			return [addressMessages.unencrypted(plain.host, plain.better)];
		}),
	];
}

/** Returns the other host that an address reaches unencrypted, and the scheme to use instead. */
export function plainTarget(address: string | undefined): {host: string; better: string} | undefined {
	if (address === undefined || !URL.canParse(address)) return undefined;
	const {protocol, hostname} = new URL(address);
	const better = {'http:': 'https://', 'ws:': 'wss://'}[protocol];
	return better === undefined || isLoopback(hostname) ? undefined : {host: hostname, better};
}

function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}
