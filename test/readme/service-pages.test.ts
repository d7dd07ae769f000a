import {spawnSync} from 'node:child_process';
import {existsSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {queryKinds} from '../../src/contract/models/own-server.ts';
import {createServiceMetrics} from '../../src/service/http/service-metrics.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {parseMetrics} from '../helpers/prometheus-text.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {codeBlocks, codeSpans, docPage} from './pages.ts';

/** The kinds that the page on own servers names in the sentence or point that begins so. */
const kindsAfter = (start: string) => {
	const {text} = docPage('own-servers.md');
	const from = text.indexOf(start);
	return codeSpans({file: '', text: text.slice(from, text.indexOf('\n-', from))});
};

test('the page on own servers names every kind of query', () => {
	expect(kindsAfter('- `--query HOST:PORT`')).toEqual(expect.arrayContaining([...queryKinds]));
});

const unitOf = (page: string) =>
	codeBlocks(docPage(page)).find(({language}) => language === 'ini')?.text ?? '';
const unit = unitOf('running-the-service.md');
/** The unit of an instance: the lines of the page on load balancers replace those of the same name. */
const linesOfInstance = unitOf('load-balancer.md');
const instance = unit
	.replaceAll(/^(?:LoadCredential|ExecStart)=.*\n/gm, '')
	.replace('Type=exec\n', `Type=exec\n${linesOfInstance}`);
const lineOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

test('the unit lets game servers survive the service, and grants only the rights that the service needs', () => {
	expect(lineOf('KillMode')).toBe('process');
	expect(lineOf('User')).toBe('rcondeck');
	expect(lineOf('ExecStart')).toMatch(/ serve --quiet /);
	expect(unit).not.toContain('DynamicUser=');
	// V8 would not start.
	expect(unit).not.toContain('MemoryDenyWriteExecute=');
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd accepts the unit', () => {
	const file = path.join(tempFolder(), 'rcondeck.service');
	// The programs and the user need not be on this machine.
	writeFileSync(file, unit.replace('/usr/bin/rcondeck', process.execPath).replace(/^User=.*$/m, 'User=root'));
	const args = ['verify', '--man=no', '--generators=no', file];
	const problems = () =>
		spawnSync('systemd-analyze', args, {encoding: 'utf8'})
			.stderr.split('\n')
			.filter(line => line.includes('rcondeck.service'));
	expect(problems()).toEqual([]);
	writeFileSync(
		file,
		instance.replace('/usr/bin/rcondeck', process.execPath).replace(/^User=.*$/m, 'User=root'),
	);
	expect(problems()).toEqual([]);
	writeFileSync(file, unit.replace('KillMode=process', 'KillMode=never'));
	expect(problems().join('\n')).toContain('never');
});

test('the unit of an instance has the passwords of its engines only as credentials', () => {
	for (const name of ['database', 'broker']) {
		expect(instance).toContain(`LoadCredential=${name}:/etc/rcondeck/${name}\n`);
		expect(instance).toContain(`--${name}-file \${CREDENTIALS_DIRECTORY}/${name} `);
	}
	// The delay, the drain and the end of the service.
	const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(instance)?.[1]);
	expect(seconds).toBeGreaterThan(5 + 10 + 5);
	expect(instance).not.toMatch(/(?:postgres|amqp)\w*:\/\//);
});

test.each([
	['running-the-service.md', 'nginx', /location = \/metrics \{\s+return 404;/],
	['load-balancer.md', 'haproxy', /http-request deny deny_status 404 if \{ path \/metrics \}/],
] as const)(
	'in %s the example for %s keeps the metrics private, whatever headers a request has',
	(page, language, rule) => {
		const block = codeBlocks(docPage(page)).find(each => each.language === language)?.text ?? '';
		expect(block).toMatch(rule);
		expect(block).not.toContain('$proxy_add_x_forwarded_for');
	},
);

/** The first block of a language on a page, without the certificate, which this machine does not have. */
const configurationOn = (page: string, language: string) =>
	(codeBlocks(docPage(page)).find(block => block.language === language)?.text ?? '')
		.replaceAll(/ ssl( crt .*)?(?=;?$)/gm, '')
		.replaceAll(/^\s*ssl_certificate.*$/gm, '');

test.runIf(existsSync('/usr/sbin/haproxy'))('HAProxy accepts its configuration', () => {
	const file = path.join(tempFolder(), 'haproxy.cfg');
	const configuration = configurationOn('load-balancer.md', 'haproxy');
	const check = (text: string) => {
		writeFileSync(file, text);
		return spawnSync('/usr/sbin/haproxy', ['-c', '-f', file], {encoding: 'utf8'});
	};
	expect(check(configuration).stderr).not.toMatch(/ALERT|WARNING/);
	expect(check(configuration.replace('/readyz', '')).status).toBe(1);
});

test.runIf(existsSync('/usr/sbin/nginx'))('nginx accepts its configuration', () => {
	const folder = tempFolder();
	const file = path.join(folder, 'nginx.conf');
	const check = (text: string) => {
		writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${text}}\n`);
		return spawnSync('/usr/sbin/nginx', ['-t', '-q', '-e', 'stderr', '-c', file], {encoding: 'utf8'});
	};
	const one = configurationOn('running-the-service.md', 'nginx');
	expect(check(one)).toMatchObject({status: 0, stderr: ''});
	const proxied = 'proxy_pass http://instances; proxy_connect_timeout 2s;';
	const several = configurationOn('load-balancer.md', 'nginx') + one.replace(/proxy_pass http:.*$/m, proxied);
	expect(check(several)).toMatchObject({status: 0, stderr: ''});
	expect(check(several.replace('least_conn', 'least')).status).toBe(1);
});

test('the page lists every metric', async () => {
	const demo = await openTestDemo(manualClock());
	const metrics = createServiceMetrics('1.0.0');
	metrics.onEvent({kind: 'command', serverId: 'alpha', command: 'x', outcome: 'answered', ms: 1});
	metrics.onRequest({method: 'GET', route: '/', status: 200, ms: 1});
	metrics.onEvent({kind: 'budget', budget: 'answers', who: 'node'});
	metrics.onRefused('total');
	// Simulated servers use nothing.
	const {agentOf} = demo.context;
	const agentsWithUsage = (nodeId: string) => ({
		...agentOf(nodeId),
		facts: (id: string) => ({...agentOf(nodeId).facts(id), cpuPercent: 12, memoryBytes: 4096}),
	});
	const service = {...demo, context: {...demo.context, agentOf: agentsWithUsage}};
	const text = metrics.text(service, {inFlight: 0, logDropped: 0, certificateExpiresAt: 0});
	const own = [...parseMetrics(text).keys()].filter(name => name.startsWith('rcondeck_'));
	const listed = codeSpans(docPage('monitoring.md')).filter(span => span.startsWith('rcondeck_'));
	expect(listed.sort()).toEqual(own.sort());
});
