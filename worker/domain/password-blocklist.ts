/** The passwords of eight or more characters at the top of published lists, with popular ones of the countries served. */
const COMMON_PASSWORDS = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 0987654321 9876543210 87654321 987654321 11223344 1122334455 12341234 123123123
  123321123 12344321 147258369 159753456 741852963 789456123 456789123 102030405060 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx
  zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qwer1234 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertz123 qwertzuiop azerty123
  azertyuiop asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 zxcvbnm1 zxcvbnm123 1234qwer 12345qwert 123qweasd 123456qwerty abc12345
  abcd1234 abcdefgh abcdefghi abcd12345 a1b2c3d4 aa123456 aa12345678 a12345678 a123456789 1234abcd 12345abc 123456abc password passwords
  password1 password12 password123 password1234 password! password1! passw0rd p@ssword p@ssw0rd pass1234 pass12345 pa55word passwort
  passwort1 passwort123 wachtwoord wachtwoord1 wachtwoord123 welkom01 welkom12 welkom123 welkom1234 welcome1 welcome123 geheim123
  motdepasse password0 contrasena contraseña haslo123 hasło123 changeme changeme1 changeme123 letmein1 letmein123 trustno1 superman
  superman1 batman123 spiderman starwars pokemon1 pokemon123 football football1 baseball baseball1 basketball liverpool liverpool1
  arsenal1 chelsea1 barcelona juventus feyenoord feijenoord ajax1234 psveindhoven sunshine sunshine1 princess princess1 princesa
  prinzessin iloveyou iloveyou1 iloveyou2 iloveyou123 ichliebedich jetaime1 teamo123 tiamo123 kocham123 kochanie misiaczek loulou123
  chocolate chouchou doudou123 butterfly computer computer1 internet samsung1 samsung123 google123 facebook facebook1 whatever
  whatever1 michelle jennifer jessica1 charlie1 michael1 jordan23 daniel123 thomas123 alexander sebastian christian nicholas benjamin
  mercedes ferrari1 yamaha123 corvette mustang1 hello123 hello1234 hallo123 hallo1234 bonjour1 ciaociao freedom1 blink182 dragon123
  monkey123 master123 admin123 admin1234 administrator testtest test1234 test12345 testing1 testing123 abcabcabc abc123456 secret123
  dating123 amsterdam amsterdam1 rotterdam nederland nederland1 holland1 deutschland schalke04 dortmund warszawa poland123 australia
  1password mypassword thisispassword`.split(/\s+/),
);

/** Whether a password is a common one, in any case, or one character repeated (docs/product.md, "Password rules"). */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFC').toLowerCase().trim();
  return COMMON_PASSWORDS.has(folded) || /^(.)\1*$/u.test(folded);
}
