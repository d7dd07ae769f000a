import {expect, test} from 'vitest';
import {detectFormat} from '../../src/adopt/formats.ts';
import {type FormatCase, linesOf, read, withWindowsLineEnds} from './reading.ts';

const cases: readonly FormatCase[] = [
	[
		'our TOML',
		{
			'fleet.toml': `
[servers.survival]
game = "minecraft"
address = "203.0.113.5:25575"
password_file = "secrets/survival"
container = "mc"
[servers."ark isl"]
game = "ARK: Survival Evolved"
host = "::"
port = 27020
password_env = "ARK_PASS"
unit = "ark.service"
query_port = 27015
[servers.__proto__]
address = "[2001:db8::1]:7"
console = "econ"
password = " in text "
[servers.constructor]
address = "a:b"
[servers.odd]
host = 1
password = true
`,
		},
		[
			'survival MINECRAFT - 203.0.113.5:25575 file=/srv/secrets/survival container mc',
			'ark isl ARK_EVOLVED - 127.0.0.1:27020 env=ARK_PASS a2s 27015 unit ark.service false',
			'__proto__ - econ 2001:db8::1:7 text= in text ',
			'skip constructor: fleet.toml: the port is not a number from 1 to 65535',
			'skip odd: fleet.toml: `password` must be a string or number',
		],
	],
	[
		'CSV of a spreadsheet, with a byte order mark taken off',
		{
			'servers.csv':
				'Name;Game;Address;Password;Password file;Notes\r\n' +
				'"Hub ""EU""; main";mc;10.0.0.1:25575;"s;""e";;x\r\n' +
				';rust;10.0.0.2:28016;p;;\r\n' +
				'two;rust;10.0.0.3:28016;p;q;\r\n\r\n' +
				'"line\nbreak";rust;10.0.0.4:28016;p;;\r\n' +
				'wide;rust;10.0.0.5;p;;;;\r\n' +
				'last;unknown game;h;;/etc/pw;',
		},
		[
			'Hub "EU"; main MINECRAFT - 10.0.0.1:25575 text=s;"e',
			'(unnamed) RUST - 10.0.0.2:28016 text=p',
			'line^Jbreak RUST - 10.0.0.4:28016 text=p',
			'last unknown game - h:- file=/etc/pw',
			'skip two: servers.csv:4: only one of `password`, `password_file` and `password_env` can be set',
			'skip wide: servers.csv:8: the row has more cells than the header',
		],
	],
	[
		'CSV that names its delimiter as Excel does',
		{'excel.csv': 'sep=;\r\nname;game;address;password\r\na,b;mc;h:1;p,w\r\nc;mc;h:0;p\r\n'},
		['a,b MINECRAFT - h:1 text=p,w', 'skip c: excel.csv:4: the port is not a number from 1 to 65535'],
	],
	[
		'CSV without an extension that names its delimiter',
		{table: '"sep=|"\nname|host\na|h\n'},
		['a - - h:- none'],
	],
	[
		'.rcon-cli.env of the itzg image',
		{'.rcon-cli.env': 'password=abc12\nport=25575\n'},
		['localhost - source localhost:25575 text=abc12'],
	],
	[
		'rcon.yaml of gorcon',
		{
			'rcon.yaml': `
default: {address: "127.0.0.1:16260", password: 0123, log: a.log}
7dtd: {address: "172.19.0.2:8081", password: "password", type: telnet}
rust: {address: "127.0.0.1:28016", password: "password", type: web}
none: {address: "127.0.0.1:1"}
other: {address: "127.0.0.1:1", password: x, type: serial}
`,
		},
		[
			'default - source 127.0.0.1:16260 text=0123',
			'7dtd SEVEN_DAYS_TO_DIE telnet 172.19.0.2:8081 text=password',
			'rust RUST web-rcon 127.0.0.1:28016 text=password',
			'skip none: the console password is missing',
			'skip other: unknown console kind',
		],
	],
	[
		'JSON of gorcon',
		{'rcon.json': '{"hub": {"address": "h:1", "password": "p"}}'},
		['hub - source h:1 text=p'],
	],
	[
		'.rcon-cli.yaml of itzg',
		{'.rcon-cli.yaml': 'host: mydomain.com\nport: 12345\npassword: mine\n'},
		['mydomain.com - source mydomain.com:12345 text=mine'],
	],
	[
		'variables of itzg',
		{'rcon.env': 'RCON_HOST=mc1\nexport RCON_PASSWORD="$SECRET"\n'},
		['mc1 - source mc1:27015 env=SECRET'],
	],
	[
		'a script with mcrcon',
		{
			'stop.sh': `#!/bin/sh
PASS='it''s'
BAD=$(cat /etc/secret)
if true; then PORT=1; else PORT=2; fi
alias mc='mcrcon -H alias.example -p aliased'
mcrcon -H a.example -P 25580 -p "$PASS" -w 5 "say -p bye" stop
if players=$(timeout 5 /usr/local/bin/mcrcon -sH b.example -pglued list | grep -c "mcrcon"); then :; fi
mcrcon -p $BAD list
mcrcon -H c.example -P "$PORT" -p x
mcrcon \\
  -H d.example -p "$FROM_ENV" list
MCRCON_HOST=e.example MCRCON_PASS=only mcrcon list
mcrcon -H a.example -P 25580 -p twice
# mcrcon -H commented.example -p x
`,
		},
		[
			'alias.example - source alias.example:25575 text=aliased',
			'a.example:25580 - source a.example:25580 text=its',
			'b.example - source b.example:25575 text=glued',
			'd.example - source d.example:25575 env=FROM_ENV',
			'e.example - source e.example:25575 text=only',
			'skip localhost: stop.sh:8: the password depends on variables or a command that rcondeck does not evaluate',
			'skip (unnamed): stop.sh:9: the address depends on a variable or command that rcondeck does not evaluate',
		],
	],
	[
		'a systemd unit that stops with mcrcon',
		{'mc.service': '[Service]\nExecStart=/usr/bin/java\nExecStop=-/usr/bin/mcrcon -H h -p "p w" stop\n'},
		['h - source h:25575 text=p w'],
	],
	[
		'a systemd unit with escapes and a shell',
		{
			'mc.service': `[Service]
ExecStop=/opt/mcrcon -H a -p strong%%1 stop
ExecStop=/opt/mcrcon/mcrcon -H a -p strong%%1 stop
ExecStop=mcrcon -H b -p strong$$1 \\
  stop
ExecStop=/bin/sh -c '/opt/mcrcon/mcrcon -H c -p "x y" stop'
ExecStop=/usr/bin/mcrcon -H d -p "it's \\x41" "say a"
ExecStop=mcrcon -H %H -p x
`,
		},
		[
			'a - source a:25575 text=strong%1',
			'b - source b:25575 text=strong$1',
			'c - source c:25575 text=x y',
			"d - source d:25575 text=it's A",
			'skip (unnamed): mc.service:8: the address depends on a variable or command that rcondeck does not evaluate',
		],
	],
	[
		'a systemd unit with variables',
		{
			'mc.service':
				'[Service]\nEnvironment="MCRCON_HOST=192.0.2.20" \'MCRCON_PASS=a b\'\nEnvironment=PORT=1\nExecStop=mcrcon stop\nExecStop=mcrcon -P $PORT stop\n',
		},
		['192.0.2.20 - source 192.0.2.20:25575 text=a b', '192.0.2.20:1 - source 192.0.2.20:1 text=a b'],
	],
	[
		'a systemd unit with its variables in a file',
		{
			'mc.service': '[Service]\nEnvironmentFile=-/srv/mc.env\nExecStop=mcrcon stop\n',
			'mc.env': 'MCRCON_HOST=h\nMCRCON_PASS="p$1"\n',
		},
		['h - source h:25575 text=p$1'],
	],
	[
		'a systemd unit with its variables in a file that cannot be read',
		{'mc.service': '[Service]\nEnvironmentFile=/opt/.env\nExecStop=mcrcon stop\n'},
		['skip (unnamed): mc.service:3: its variables are in a file that rcondeck could not read: /opt/.env'],
	],
	[
		'a script with the quotes and here-documents of bash',
		{
			'stop.sh': `IFS=$'\\n'
msg=$'It\\'s "late"\\n'
echo $"Saving"
mcrcon -H a -p $'p\\x41' "say $msg"
cat <<EOF | tee x
Don't run this; mcrcon -H not
EOF
cat <<-'END' <<<x
	"
	END
echo $((1<<2))
mcrcon -H b -p p
`,
		},
		['a - source a:25575 text=pA', 'b - source b:25575 text=p'],
	],
	[
		'a script with its variables elsewhere, and a program in a variable',
		{
			'stop.sh':
				'. ./rcon.env\nMCRCON="/opt/mcrcon/mcrcon"\n"$MCRCON" stop\nenv MCRCON_HOST=b mcrcon stop\nsource /etc/gone\nmcrcon -H c stop\nmcrcon -p p list\n',
			'rcon.env': 'MCRCON_PASS=p\n',
		},
		[
			'localhost - source localhost:25575 text=p',
			'b - source b:25575 text=p',
			'skip (unnamed): stop.sh:6: its variables are in a file that rcondeck could not read: /etc/gone',
			'skip (unnamed): stop.sh:7: its variables are in a file that rcondeck could not read: /etc/gone',
		],
	],
	[
		'a script that only mentions mcrcon',
		{'a.sh': '# mcrcon\napt install mcrcon\n'},
		['skip (unnamed): a.sh:2: the file mentions mcrcon, but has no command that rcondeck can read'],
	],
	[
		'variables of mcrcon',
		{env: 'export MCRCON_HOST=h.example MCRCON_PASS=p\n'},
		['h.example - source h.example:25575 text=p'],
	],
	[
		'server.properties',
		{
			'survival/server.properties':
				'enable-rcon=true\nrcon.port=25580\nrcon.password=p w\nserver-ip=192.0.2.1\n',
		},
		['survival MINECRAFT - 192.0.2.1:25580 text=p w minecraft 25565'],
	],
	[
		'server.properties without RCON',
		{'survival/server.properties': 'enable-rcon=false\nrcon.password=p\n'},
		['skip survival: server.properties: RCON is off in these settings, or it has no password'],
	],
	[
		'PalWorldSettings.ini with the REST API',
		{
			'PalWorldSettings.ini':
				'[/Script/Pal.PalGameWorldSettings]\nOptionSettings=(Difficulty=None,ServerName="My, pal",AdminPassword="p,w",RCONEnabled=True,RCONPort=25575,RESTAPIEnabled=True,RESTAPIPort=8213)\n',
		},
		['My, pal PALWORLD http 127.0.0.1:8213 text=p,w'],
	],
	[
		'PalWorldSettings.ini with RCON only',
		{
			'Pal/PalWorldSettings.ini':
				'OptionSettings=(AdminPassword="x",RCONEnabled=True,RESTAPIEnabled=False)\n',
		},
		['Pal PALWORLD source 127.0.0.1:25575 text=x'],
	],
	[
		'GameUserSettings.ini of ARK',
		{
			'GameUserSettings.ini':
				'[ServerSettings]\r\nRCONEnabled=True\r\nRCONPort=27021\r\nServerAdminPassword=a=b\r\n[SessionSettings]\r\nSessionName=Isle\r\n',
		},
		['Isle - source 127.0.0.1:27021 text=a=b'],
	],
	[
		'BEServer.cfg',
		{'battleye/beserver_x64.cfg': 'RConPassword s3 cret\nRConPort 2305\nRestrictRCon 0\n'},
		['battleye - battleye 127.0.0.1:2305 text=s3 cret'],
	],
	[
		'Game.ini of Conan Exiles',
		{
			'conan/Game.ini':
				'[/Script/Engine.GameSession]\nMaxPlayers=40\n\n[RconPlugin]\nRconEnabled=1\nRconPassword=p w\nRconPort=25580\nRconMaxKarma=60\n',
		},
		['conan CONAN_EXILES source 127.0.0.1:25580 text=p w'],
	],
	[
		'Game.ini of Conan Exiles without RCON',
		{'conan/Game.ini': '[RconPlugin]\nRconEnabled=0\nRconPassword=p\n'},
		['skip conan: Game.ini: RCON is off in these settings, or it has no password'],
	],
	[
		'Game.ini of Insurgency: Sandstorm',
		{'ins/Game.ini': '[Rcon]\nbEnabled=True\nPassword=secret\nListenPort=27016\n'},
		['ins INSURGENCY_SANDSTORM source 127.0.0.1:27016 text=secret'],
	],
	[
		'serverconfig.xml of 7 Days to Die',
		{
			'serverconfig.xml':
				'<?xml version="1.0"?>\n<ServerSettings>\n<property name="ServerName" value="Ann &amp; Ben"/> <!-- the <property name="ServerName" value="x"/> -->\n' +
				'<property name="TelnetEnabled"\tvalue="true" />\n<property name="TelnetPort" value="8082"/>\n<property name="TelnetPassword" value="a&quot;b"/>\n</ServerSettings>',
		},
		['Ann & Ben SEVEN_DAYS_TO_DIE telnet 127.0.0.1:8082 text=a"b'],
	],
	[
		'serverconfig.xml without a telnet password',
		{
			'7d/serverconfig.xml':
				'<property name="TelnetEnabled" value="true"/><property name="TelnetPort" value="8081"/><property name="TelnetPassword" value=""/>',
		},
		['7d SEVEN_DAYS_TO_DIE telnet 127.0.0.1:8081 none'],
	],
	[
		'ServerHostSettings.json of V Rising',
		{
			'Settings/ServerHostSettings.json':
				'{"Name":"Dusk","Port":9876,"QueryPort":9877,"API":{},"Rcon":{"Enabled":true,"Port":25576,"Password":"p"}}',
		},
		['Dusk V_RISING source 127.0.0.1:25576 text=p'],
	],
	[
		'ServerHostSettings.json without RCON',
		{'Settings/ServerHostSettings.json': '{"Name":"Dusk","Port":9876,"API":{},"Rcon":{}}'},
		['skip Settings: ServerHostSettings.json: RCON is off in these settings, or it has no password'],
	],
	[
		'Rcon.cfg of Squad',
		{'ServerConfig/Rcon.cfg': '// RCON\nIP=0.0.0.0\nPort=21115\nPassword=p\n'},
		['ServerConfig SQUAD source 127.0.0.1:21115 text=p'],
	],
	[
		'the settings of Project Zomboid',
		{'servertest.ini': '# comment\nPublicName=Knox\nRCONPort=27015\nRCONPassword=p\n'},
		['Knox PROJECT_ZOMBOID source 127.0.0.1:27015 text=p'],
	],
	[
		'server.cfg of a Source game',
		{'cfg/server.cfg': '// x\nhostname "My server"\nrcon_password "p w" // secret\nsv_cheats 0\n'},
		['My server - source 127.0.0.1:27015 text=p w a2s 27015'],
	],
	[
		'the hosts of ARRCON',
		{
			'ARRCON.hosts':
				'[my ark]\nshost = ark.example\nsPort = 27020\nsPass = a=b\n\n[old]\nhostname=h\nport=1\npassword=p\n[none]\nsHost=x\n',
		},
		[
			'my ark - source ark.example:27020 text=a=b',
			'old - source h:1 text=p',
			'skip none: the console password is missing',
		],
	],
	[
		'the file of another rcon',
		{'rcon-island.ini': '[rcon]\npassword=p\nipaddress=192.0.2.9\nport=27020\n'},
		['rcon - source 192.0.2.9:27020 text=p'],
	],
	[
		'the settings of ARRCON',
		{'ARRCON.ini': '[target]\nsDefaultHost = 127.0.0.1\nsDefaultPass = x\n[timing]\niCommandDelay = 0\n'},
		['127.0.0.1 - source 127.0.0.1:27015 text=x'],
	],
	[
		'LinuxGSM, in the order of its files',
		{
			'lgsm/config-lgsm/rustserver/rust-2.cfg': 'rconport="28116" # other\nservername="$(whoami)"\n',
			'lgsm/config-lgsm/rustserver/_default.cfg':
				'ip="0.0.0.0"\nport="28015"\nrconport="28016"\nrconpassword="CHANGE_ME"\nrconweb="1"\n' +
				'consolelogdate="${x}-$(date \'+%Y\').log"\n[ -n "$Y" ] && logdir="$Y" || logdir="z"\n',
			'lgsm/config-lgsm/rustserver/common.cfg': "rconpassword='common'\n",
			'lgsm/config-lgsm/rustserver/secrets-rust-2.cfg': 'rconpassword="se\\"cret"\n',
		},
		['rust-2 RUST web-rcon 127.0.0.1:28116 text=se"cret'],
	],
	[
		'LinuxGSM with Minecraft',
		{
			'lgsm/config-lgsm/mcserver/mcserver.cfg': 'javaram="2048"\n',
			'serverfiles/server.properties':
				'#Minecraft\r\nserver-ip=\r\nserver-port=25570\r\nenable-rcon=true\r\nrcon.port=25580\r\nrcon.password=a\\=b\\u00e9\r\n',
		},
		['mcserver MINECRAFT - 127.0.0.1:25580 text=a=bé minecraft 25570'],
	],
	[
		'LinuxGSM with values that only a shell knows',
		{
			'lgsm/config-lgsm/fctrserver/fctrserver.cfg': 'rconport=34198\nip="$(hostname -I)"\nrconpassword="x"\n',
		},
		[
			'skip fctrserver: fctrserver.cfg:2: `ip` depends on a variable, condition or command that rcondeck does not evaluate',
		],
	],
	[
		'LinuxGSM with the password in the game',
		{'lgsm/config-lgsm/arkserver/arkserver.cfg': 'rconport="27020"\n'},
		[
			'skip arkserver: its LinuxGSM settings have no `rconpassword`; the password is in the settings of the game: use rcondeck add',
		],
	],
	[
		// https://github.com/Tiiffi/mcrcon/issues/61
		'a script with a generated password',
		{'rcon.sh': 'mcrcon -H h -p TPAklk1UlV56%5PSi7^ "say test"\n'},
		['h - source h:25575 text=TPAklk1UlV56%5PSi7^'],
	],
	[
		// https://github.com/nathanielc/minecraft-multi-server/pull/3
		'a script that keeps mcrcon with its options in a variable',
		{
			'minecraftctl.sh':
				'RCON_PORT=25580\nRCON_PASSWORD=p\nRCON_CMD="mcrcon -P ${RCON_PORT}"\nRCON_CMD="${RCON_CMD} -p ${RCON_PASSWORD}"\nif ! $RCON_CMD list; then\n\techo no\nfi\n',
		},
		['localhost:25580 - source localhost:25580 text=p'],
	],
	[
		// https://github.com/Tiiffi/mcrcon/issues/58
		'a script with its password in a file',
		{'x.sh': './mcrcon -H h -P 25575 -p $(cat /path/to/pass) list\n'},
		['skip h: x.sh:1: the password depends on variables or a command that rcondeck does not evaluate'],
	],
	[
		'a script with a function, an array and exported variables',
		{
			'x.sh':
				'set -a; . ./rcon.env; set +a\nmcrcon save-all\nrcon() {\n  mcrcon -H b -p p "$@"\n}\nARGS=(mcrcon -H c -p p)\n"${ARGS[@]}" list\n',
			'rcon.env': 'MCRCON_HOST=a\nMCRCON_PASS=q\n',
		},
		['a - source a:25575 text=q', 'b - source b:25575 text=p', 'c - source c:25575 text=p'],
	],
	[
		'server.properties as Java reads it',
		{'mc/server.properties': '#x\nenable-rcon = true\nrcon.password : p\\u00e9\\=x\nrcon.port=25580\n'},
		['mc MINECRAFT - 127.0.0.1:25580 text=pé=x minecraft 25565'],
	],
	[
		'GameUserSettings.ini with names in another case',
		{'ark/GameUserSettings.ini': '[serversettings]\nrconenabled=true\nserveradminpassword=x\n'},
		['ark - source 127.0.0.1:27020 text=x'],
	],
	[
		'server.cfg without quotes',
		{'cfg/server.cfg': 'hostname x\nrcon_password a/b//comment\n'},
		['x - source 127.0.0.1:27015 text=a/b a2s 27015'],
	],
];

test.each(cases)('reads %s', (_, files, lines) => {
	expect(linesOf(read(files))).toEqual(lines);
});

test.each(cases)('reads %s with Windows line endings', (_, files, lines) => {
	// A line break in a cell stays as it is.
	expect(linesOf(read(withWindowsLineEnds(files))).map(line => line.replace('^M', ''))).toEqual(lines);
});

test('names the contents of a file other than servers', () => {
	expect(read({'a.csv': 'name,host,pasword\nx,h,p\n'}).remarks).toEqual(['Ignored columns: `pasword`.']);
	expect(read({'a.toml': '[servers.x]\nhost = "h"\npasword = "p"\n'}).remarks).toEqual([
		'Ignored fields: `pasword`.',
	]);
	const compose = 'services:\n  db: {image: postgres}\n';
	expect(read({'compose.yml': compose}).remarks[0]).toContain('`db`');
});

test.each([
	['an unknown column set', 'a.csv', 'a,b\n1,2\n', 'The first row must be a header'],
	['a column that exists twice', 'a.csv', 'name,host,host\n', 'twice'],
	['a quote that does not end', 'a.csv', 'name,host\nx,"secret\n', 'Line 2: missing closing quote.'],
	['TOML without servers', 'a.toml', 'x = 1\n', 'no table'],
	['TOML with an error', 'a.toml', '[servers.x]\npassword = "secret\n', 'Line 2: not valid TOML.'],
	[
		'YAML that needs quotes',
		'rcon.yaml',
		'a:\n  address: x\n  password: @secret\n',
		'Line 3: not valid YAML. Put quotes',
	],
	[
		'a password that is an anchor',
		'rcon.yaml',
		'a:\n  address: x\n  password: &secret\n',
		'Line 3: put quotes',
	],
	[
		// https://github.com/thijsvanloef/palworld-server-docker/issues/230
		'a password that begins with a tag',
		'rcon.yaml',
		'a:\n  address: x\n  password: !@#x\n',
		'Line 3: put quotes',
	],
	[
		'a password with a space after its tag',
		'rcon.yaml',
		'a:\n  password: !my secret\n',
		'Line 2: put quotes',
	],
	['YAML with an error', 'a.yml', 'services:\n  a: {password: "secret\n', 'not valid YAML.'],
	[
		'a key that exists twice',
		'rcon.yaml',
		'a: {address: x}\na: {password: secret}\n',
		'Line 2: duplicate key',
	],
	['a list', 'rcon.yaml', '- address: secret\n', 'no keys at the top level'],
	[
		'a bomb of anchors',
		'rcon.yaml',
		`address: &a [${'x,'.repeat(9)}]\n${[...'bcdefg'].map((key, index) => `${key}: &${key} [${`*${'abcdef'.charAt(index)},`.repeat(9)}]\n`).join('')}`,
		'has too many YAML aliases',
	],
])('refuses %s without showing its contents', (_, name, text, sentence) => {
	expect(() => read({[name]: text})).toThrow(sentence);
	expect(() => read({[name]: text})).not.toThrow('secret');
});

test.each([
	['services:\n', 'compose'],
	['#!/bin/sh\nmcrcon list\n', 'mcrcon'],
	['[servers.a]\n', 'toml'],
	['[a]\nsHost = h\n', 'arrcon'],
	['rconport="1"\n', 'linuxgsm'],
	['RCON_HOST=h\n', 'rcon-cli'],
	['a:\n  address: h:1\n', 'rcon-cli'],
	['name,host\n', 'csv'],
	['Dear diary,\n', undefined],
])('detects the format of %j by its content', (text, format) => {
	expect(detectFormat({path: '/srv/file', text})).toBe(format);
});

test('refuses a password with an undecodable character, and reports such a name', () => {
	const reading = read({'a.csv': 'name,host,password\nCaf\ufffd,h,p\nb,h,p\ufffd\n'});
	expect(linesOf(reading)).toEqual([
		'Caf\ufffd - - h:- text=p',
		'skip b: a.csv:3: the console password contains a character that is not UTF-8: save the file as UTF-8, or use a password file',
	]);
	expect(reading.servers[0]?.notes).toEqual(['its name contains a character that is not UTF-8']);
});
