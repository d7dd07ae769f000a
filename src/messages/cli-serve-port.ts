/** Address, TLS and log options of `rcondeck serve`. */
export const servePortMessages = {
	listenHelp: 'Address and port to listen on, such as 0.0.0.0:8440 or [::1]:8440 (default 127.0.0.1:8440)',
	portHelp: 'Port to listen on; 0 picks a free one',
	trustedProxyHelp:
		'Addresses or networks of proxies whose X-Forwarded-For is trusted, such as 127.0.0.1 or 10.0.0.0/8',
	wrongProxy:
		'Invalid --trusted-proxy. Use an IP address such as 127.0.0.1, or a network such as 10.0.0.0/8.',
	tlsCertHelp: 'Certificate and chain (PEM), reloaded when the file changes and on SIGHUP',
	tlsKeyHelp: 'Private key of the certificate (PEM)',
	insecureHelp: 'Allow other machines to connect without TLS, for a proxy that adds TLS',
	shutdownDelayHelp:
		'Time to keep serving after SIGTERM while /readyz answers 503, such as 5s (default 0s), for a load balancer',
	logFormatHelp: 'Format of the log on stderr (default: text on a terminal, otherwise json)',
	wrongAddress: (text: string) =>
		`Invalid address \`${text}\`. Use an IP address with an optional port, such as 0.0.0.0:8440 or [::1]:8440.`,
	portTwice: 'Specify the port either in --listen or with --port, not both.',
	needsTls: (host: string) =>
		`Other machines can reach ${host}. Without TLS, anyone on the network path can read the tokens. ` +
		'Add --tls-cert and --tls-key, or --insecure if a proxy adds TLS.',
	certWithoutKey: 'Specify both --tls-cert and --tls-key.',
	addressTaken: (address: string) => `${address} is in use. Choose another port with --port or --listen.`,
	addressNotAllowed: (address: string) => `No permission to open ${address}. Choose a port above 1023.`,
	noSuchAddress: (host: string) => `This machine has no address ${host}.`,
};
