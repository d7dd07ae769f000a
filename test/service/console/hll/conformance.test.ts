import {connectHll} from '../../../../src/service/console/hll.ts';
import {conformance} from '../conformance.ts';
import {openHllServer} from '../servers/hll-server.ts';

conformance('RCON of Hell Let Loose', openHllServer, connectHll(), {isStream: true, cutsShow: false});
