import {connectQuake} from '../../../../src/service/console/quake.ts';
import {conformance} from '../conformance.ts';
import {openQuakeServer} from '../servers/quake-server.ts';

const limits = {burst: 1_000_000, periodMs: 0, spacingMs: 0};
const connect = connectQuake({limits, patience: {shortMs: 5, fullMs: 150}});
const traits = {isStream: false, password: 'sesame', showsEnd: false};

conformance('Quake III', openQuakeServer, connect, traits);
