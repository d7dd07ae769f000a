import type {HttpApi} from '../../../../src/games/console-types.ts';
import {connectHttp} from '../../../../src/service/console/http.ts';
import {conformance} from '../conformance.ts';
import {openHttpConsole} from '../servers/http-server.ts';

const api: HttpApi = {
	scheme: 'http',
	login: {kind: 'basic', user: 'admin'},
	requests: {
		health: {method: 'GET', path: '/health'},
		'*': {method: 'POST', path: '/run', body: {command: '{command}'}, answer: 'data.result'},
	},
};

conformance('HTTP', openHttpConsole, connectHttp({api, probe: 'health'}), {isStream: false});
