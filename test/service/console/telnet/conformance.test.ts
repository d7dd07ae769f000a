import {connectTelnet} from '../../../../src/service/console/telnet.ts';
import {conformance} from '../conformance.ts';
import {openTelnetServer} from '../servers/telnet-server.ts';

const traits = {isStream: true, isStreaming: true, prompt: 'Please enter password:\r\n'};
conformance('Telnet', openTelnetServer, connectTelnet, traits);
conformance(
	'Telnet with options, a log line everywhere, and a prompt with a line break',
	behavior =>
		openTelnetServer({...behavior, negotiates: true, isNoisy: true, prompt: 'Please enter password:\r\n'}),
	connectTelnet,
	traits,
);
conformance(
	'Telnet without a password and without a log of commands',
	behavior => openTelnetServer({...behavior, isOpen: true, hidesCommands: true}),
	connectTelnet,
	{...traits, hasPassword: false},
);
