import type {ConnectionProblem} from '../lib/net/connection-problem.ts';

type Words = {what: string; advice: string};
type Facts = {name: string; setting: string; target: string; code: string};

const clientCertificate = 'set RCONDECK_CLIENT_CERT and RCONDECK_CLIENT_KEY';

/** Two clauses: what happened, and what to do. */
const words: Record<ConnectionProblem['kind'], (facts: Facts) => Words> = {
	unknownHost: ({name, setting}) => ({what: `${name} is an unknown host`, advice: `check ${setting}`}),
	lookup: ({name}) => ({what: `${name} could not be looked up`, advice: 'check the network'}),
	notListening: ({name, setting}) => ({
		what: `nothing is listening at ${name}`,
		advice: `check ${setting}, and that it is running`,
	}),
	timeout: ({name, setting, code: seconds}) => ({
		what: `${name} could not be reached within ${seconds}s`,
		advice: `check ${setting}, the network and the proxy`,
	}),
	noRoute: ({name}) => ({what: `there is no route to ${name}`, advice: 'check the network'}),
	invalidRequest: () => ({
		what: 'the request contains characters that are not allowed in a header',
		advice: 'check the credentials',
	}),
	notReached: ({name, setting, code}) => ({
		what: `${name} cannot be reached${code === '' ? '' : ` (${code})`}`,
		advice: `check ${setting} and the network`,
	}),
	tlsMissing: ({name, setting}) => ({
		what: `${name} does not speak TLS`,
		advice: `check whether ${setting} should start with http:// or ws://`,
	}),
	tlsExpected: ({name, setting: scheme}) => ({
		what: `${name} expects TLS, but the connection was not encrypted`,
		advice: `write ${scheme}s:// instead of ${scheme}://`,
	}),
	tlsRefused: ({name, code}) => ({
		what: `${name} refuses the TLS handshake (${code})`,
		advice: `if it requires a client certificate, ${clientCertificate}`,
	}),
	certificateName: ({name, setting}) => ({
		what: `the certificate of ${name} is for another name`,
		advice: `check ${setting}`,
	}),
	certificateExpired: ({name}) => ({
		what: `the certificate of ${name} has expired`,
		advice: 'ask the operator to renew it',
	}),
	certificateEarly: ({name}) => ({
		what: `the certificate of ${name} is not valid yet`,
		advice: 'check the clock of this machine',
	}),
	certificateUntrusted: ({name, setting}) => ({
		what: `the certificate of ${name} is not trusted`,
		advice: `check ${setting}, or set NODE_EXTRA_CA_CERTS to the file of its CA certificate`,
	}),
	clientCertificateRequired: ({name}) => ({
		what: `${name} requires a client certificate`,
		advice: clientCertificate,
	}),
	clientCertificateRefused: ({name}) => ({
		what: `${name} does not accept the client certificate`,
		advice: 'check RCONDECK_CLIENT_CERT',
	}),
	clientKeyAlone: () => ({
		what: 'RCONDECK_CLIENT_KEY is set without RCONDECK_CLIENT_CERT',
		advice: 'set both',
	}),
	clientCertificateInvalid: () => ({
		what: 'the client certificate cannot be used',
		advice: 'set RCONDECK_CLIENT_CERT and RCONDECK_CLIENT_KEY to matching PEM files without a passphrase',
	}),
	unreadableFile: ({setting}) => ({what: `the file in ${setting} cannot be read`, advice: 'check the path'}),
	invalidProxy: ({setting}) => ({what: `the proxy URL in ${setting} is invalid`, advice: `check ${setting}`}),
	noTunnel: ({name, setting, target, code}) => ({
		what: `${name} did not open a tunnel to ${target}${inParentheses(code)}`,
		advice: `check ${setting}`,
	}),
	proxyLoginRefused: ({name, setting, code}) => ({
		what: `${name} does not accept the login in ${setting}${inParentheses(code)}`,
		advice: `check ${setting}`,
	}),
	proxyLoginRequired: ({name, setting, code}) => ({
		what: `${name} requires a login${inParentheses(code)}`,
		advice: `set ${setting} to http://user:password@host`,
	}),
	proxyFailed: ({name, target, code}) => ({
		what: `${name} cannot reach ${target} (${code})`,
		advice: 'check the address and the proxy',
	}),
	proxyRefused: ({name, target, code}) => ({
		what: `${name} blocks requests to ${target} (${code})`,
		advice: 'check NO_PROXY, or ask the operator of the proxy',
	}),
};

const inParentheses = (code: string | number) => (code === '' ? '' : ` (${code})`);

/** For example `HOST is an unknown host: check the base URL`, without a capital letter and a period. */
export function connectionProblemText(problem: ConnectionProblem): string {
	const {name = '', setting = '', target = '', code = '', isProxy} = problem;
	const {what, advice} = words[problem.kind]({
		name: isProxy ? `the proxy ${name}` : name,
		setting,
		target,
		code: String(code),
	});
	return `${what}: ${advice}`;
}
