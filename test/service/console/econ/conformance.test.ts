import {connectEcon} from '../../../../src/service/console/econ.ts';
import {conformance} from '../conformance.ts';
import {openEconServer} from '../servers/econ-server.ts';

const traits = {isStream: true, isStreaming: true};
conformance('The console of Teeworlds', openEconServer, connectEcon, traits);
conformance(
	'The console of DDNet',
	behavior => openEconServer({...behavior, dialect: 'ddnet'}),
	connectEcon,
	traits,
);
