import {connectWebRcon} from '../../../../src/service/console/web-rcon.ts';
import {conformance} from '../conformance.ts';
import {openWebRconServer} from '../servers/web-rcon-server.ts';

conformance('WebRCON', openWebRconServer, connectWebRcon, {
	isStream: true,
	isStreaming: true,
	cutsShow: false,
});
