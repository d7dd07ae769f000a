import {connectSource} from '../../../../src/service/console/source/client.ts';
import {conformance} from '../conformance.ts';
import {openSourceServer} from '../servers/source-server.ts';

conformance('Source RCON', openSourceServer, connectSource(), {isStream: true});
