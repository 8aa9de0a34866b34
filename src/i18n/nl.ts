import type { Catalogue } from './catalogue.ts'

/** The Dutch descriptions; a missing key does not compile (contract, B1.4). */
export const nl: Catalogue = {
  'list.page': 'Nummer van de gewenste pagina, een positief geheel getal; standaard 1.',
  'list.per_page':
    'Aantal records per pagina, een positief geheel getal; standaard 10. Een waarde boven het maximum van de site, gewoonlijk 50, wordt daartoe verlaagd.',
  'list.rest_url': 'Adres van deze lijst met de geldende filters.',
  'list.next_rest_url': 'Adres van de volgende pagina met dezelfde filters; ontbreekt op de laatste pagina.',
  'list.previous_rest_url': 'Adres van de vorige pagina met dezelfde filters; ontbreekt op de eerste pagina.',
  'list.total': 'Aantal records op alle pagina’s samen die aan de filters voldoen en die de aanroeper mag lezen.',
  'list.total_pages': 'Aantal pagina’s bij de huidige paginagrootte; 0 als niets overeenkomt.',
  'list.items': 'De records van deze pagina, in de volgorde van de lijst.',

  'event.filter.start_date':
    'Alleen evenementen die op of na dit tijdstip beginnen, gelezen in de tijdzone van de site tenzij het een tijdsverschil bevat; standaard: gisteren om 00:00:00. Het wordt verplaatst naar het begin van zijn dag, tenzij `strict_dates` de waarde `true` heeft.',
  'event.filter.end_date':
    'Alleen evenementen die op of voor dit tijdstip beginnen, gelezen in de tijdzone van de site tenzij het een tijdsverschil bevat; standaard: over 24 maanden vanaf vandaag om 23:59:59. Het wordt verplaatst naar het einde van zijn dag, tenzij `strict_dates` de waarde `true` heeft.',
  'event.filter.starts_before':
    'Alleen evenementen die voor dit tijdstip beginnen; het wordt verplaatst naar 23:59:59 van zijn dag, tenzij `strict_dates` de waarde `true` heeft. Als deze parameter wordt verzonden, gelden de standaardwaarden van `start_date` en `end_date` niet.',
  'event.filter.starts_after':
    'Alleen evenementen die na dit tijdstip beginnen; het wordt verplaatst naar 23:59:59 van zijn dag, tenzij `strict_dates` de waarde `true` heeft. Als deze parameter wordt verzonden, gelden de standaardwaarden van `start_date` en `end_date` niet.',
  'event.filter.ends_before':
    'Alleen evenementen die voor dit tijdstip eindigen; het wordt verplaatst naar 23:59:59 van zijn dag, tenzij `strict_dates` de waarde `true` heeft. Als deze parameter wordt verzonden, gelden de standaardwaarden van `start_date` en `end_date` niet.',
  'event.filter.ends_after':
    'Alleen evenementen die na dit tijdstip eindigen; het wordt verplaatst naar 23:59:59 van zijn dag, tenzij `strict_dates` de waarde `true` heeft. Als deze parameter wordt verzonden, gelden de standaardwaarden van `start_date` en `end_date` niet.',
  'event.filter.strict_dates':
    'Of datumfilters op de seconde nauwkeurig gelden in plaats van tot hele dagen te worden verruimd; standaard `false`.',
  'event.filter.search':
    'Alleen evenementen waarvan de titel, beschrijving of samenvatting elk opgegeven woord bevat, ongeacht hoofdletters en accenten; hoogstens 200 tekens.',
  'event.filter.categories':
    'Alleen evenementen in ten minste een van deze categorieën of hun onderliggende categorieën, opgegeven met id, slug of naam, als array of gescheiden door komma’s. Een onbekende categorie is een fout.',
  'event.filter.tags':
    'Alleen evenementen met ten minste een van deze tags, opgegeven met id, slug of naam, als array of gescheiden door komma’s. Een onbekende tag is een fout.',
  'event.filter.venue':
    'Alleen evenementen op een van de locaties met deze id’s, als array of gescheiden door komma’s. Een onbekende id is een fout.',
  'event.filter.organizer':
    'Alleen evenementen van een van de organisatoren met deze id’s, als array of gescheiden door komma’s. Een onbekende id is een fout.',
  'event.filter.featured':
    '`true`: alleen uitgelichte evenementen; `false`: alleen niet-uitgelichte. Zonder deze parameter worden beide teruggegeven.',
  'event.filter.geoloc':
    '`true`: alleen evenementen waarvan de locatie coördinaten heeft; `false`: alleen die waarvan de locatie er geen heeft.',
  'event.filter.geoloc_lat':
    'Breedtegraad van het middelpunt van de zoekopdracht in decimale graden, van -90 tot 90; moet samen met `geoloc_lng` worden verzonden.',
  'event.filter.geoloc_lng':
    'Lengtegraad van het middelpunt van de zoekopdracht in decimale graden, van -180 tot 180; moet samen met `geoloc_lat` worden verzonden.',
  'event.filter.geoloc_distance':
    'Zoekstraal in kilometers rond `geoloc_lat` en `geoloc_lng`, gemeten langs de grootcirkel; standaard 25.',
  'event.filter.include':
    'Alleen de evenementen met deze id’s, als array of gescheiden door komma’s. De datumfilters worden dan genegeerd en de lijst is gesorteerd op publicatiedatum.',
  'event.filter.free':
    '`true`: alleen evenementen die niets kosten (elke prijs is nul, of de kosten zijn een woord daarvoor, zoals `free` of `kostenlos`); `false`: alle andere.',
  'event.filter.post_parent': 'Alleen evenementen waarvan het bovenliggende evenement deze id heeft.',
  'event.filter.ticketed':
    'Gereserveerd voor kaartverkoop, die deze server niet biedt: `false` heeft geen effect, `true` is een fout.',
  'event.filter.status':
    'Alleen records met een van deze statussen, als array of gescheiden door komma’s: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Standaard: alles wat de aanroeper buiten de prullenbak mag lezen; anonieme aanroepers mogen alleen om `publish` vragen.',

  'event.path.id': 'Id van het record: een of meer decimale cijfers.',
  'event.path.slug': 'Slug van het record; hoofdletters en kleine letters maken geen verschil.',

  'event.field.author':
    'Id van de gebruiker die als auteur geldt; standaard: de aanroeper. Een andere gebruiker opgeven vereist het recht om records van anderen te bewerken.',
  'event.field.date':
    'Publicatiedatum, gelezen in de tijdzone van de site tenzij ze een tijdsverschil bevat; standaard: nu. Ligt ze in de toekomst, dan wordt een te publiceren record voor dat tijdstip ingepland.',
  'event.field.date_utc': 'Publicatiedatum in UTC; kan in plaats van `date` worden verzonden.',
  'event.field.description':
    'Volledige beschrijving als HTML; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',
  'event.field.excerpt': 'Korte samenvatting als HTML; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',
  'event.field.status':
    'Status van het record: `publish`, `future`, `draft`, `pending`, `private` of `trash`. Standaard bij het aanmaken: `publish`, of `draft` als de aanroeper niet mag publiceren.',
  'event.field.image':
    'Uitgelichte afbeelding: de id van een geüploade afbeelding of een http(s)-URL waarvan ze wordt opgehaald. Een lege waarde verwijdert de afbeelding.',
  'event.field.website': 'Absolute URL van de website; een lege waarde wist haar.',
  'event.field.title': 'Titel van het evenement als platte tekst; verplicht bij het aanmaken.',
  'event.field.slug':
    'Laatste deel van het adres van het evenement. Ontbreekt het bij het aanmaken, dan wordt het van de titel afgeleid; is het al in gebruik, dan wordt er een getal toegevoegd.',
  'event.field.timezone':
    'Tijdzone van het evenement: een IANA-naam zoals `Europe/Paris` of een tijdsverschil zoals `UTC+2`. Standaard bij het aanmaken: de tijdzone van de site.',
  'event.field.all_day':
    'Of het evenement hele dagen duurt: het begin wordt dan op 00:00:00 en het einde op 23:59:59 van hun dag gezet. Standaard `false`.',
  'event.field.start_date':
    'Begin van het evenement in zijn eigen `timezone`, tenzij de tekst een tijdsverschil bevat; verplicht bij het aanmaken. Teksten volgens ISO 8601, Unix-tijdstempels en Engelse uitdrukkingen zoals `tomorrow 9am` worden begrepen.',
  'event.field.end_date':
    'Einde van het evenement, in dezelfde vormen als `start_date`; verplicht bij het aanmaken en nooit voor het begin.',
  'event.field.cost':
    'Prijs als tekst, desgewenst met valutasymbool, zoals `$20`, of een array van meerdere prijzen. Zonder symbool wordt de valuta van de site getoond; een lege waarde wist de prijs.',
  'event.field.show_map':
    'Of de pagina van het evenement een kaart van de locatie toont; standaard bij het aanmaken: `true`.',
  'event.field.show_map_link':
    'Of de pagina van het evenement naar een kaart van de locatie verwijst; standaard bij het aanmaken: `true`.',
  'event.field.hide_from_listings':
    'Of het evenement buiten alle lijsten wordt gehouden; het blijft leesbaar via id en slug. Standaard bij het aanmaken: `false`.',
  'event.field.sticky': 'Of het evenement in de kalenderweergave als eerste komt; standaard bij het aanmaken: `false`.',
  'event.field.featured': 'Of het evenement op de site wordt uitgelicht; standaard bij het aanmaken: `false`.',
  'event.field.categories':
    'Categorieën van het evenement met id, slug of naam, als array of gescheiden door komma’s. Ze vervangen de huidige, namen die nog niet bestaan worden aangemaakt en een lege waarde verwijdert alle.',
  'event.field.tags':
    'Tags van het evenement met id, slug of naam, als array of gescheiden door komma’s. Ze vervangen de huidige, namen die nog niet bestaan worden aangemaakt en een lege waarde verwijdert alle.',
  'event.field.venue':
    'Locatie van het evenement: een id, een lijst van id’s of een object met velden van een locatie die samen met het evenement wordt aangemaakt. Een lege waarde verwijdert de koppeling.',
  'event.field.organizer':
    'Organisatoren van het evenement: een id, een lijst van id’s of objecten met velden van organisatoren die samen met het evenement worden aangemaakt. Een lege waarde verwijdert de koppelingen.',
  'event.field.post_parent':
    'Id van het bovenliggende evenement; een lege waarde verwijdert de koppeling. Een evenement kan niet onder zichzelf vallen.',

  'event.record.id': 'Id van het record, uniek onder evenementen, locaties, organisatoren en afbeeldingen.',
  'event.record.global_id': 'Kenmerk van het record over sites heen: host en pad van de site, gevolgd door de id.',
  'event.record.global_id_lineage': 'Alle globale kenmerken die het record heeft gehad, te beginnen met het huidige.',
  'event.record.author': 'Id van de auteur als tekenreeks van cijfers.',
  'event.record.status': 'Status van het record: `publish`, `future`, `draft`, `pending`, `private` of `trash`.',
  'event.record.date': 'Publicatiedatum in de tijdzone van de site, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Publicatiedatum in UTC, als `YYYY-MM-DD HH:MM:SS`; alleen nullen zolang een ongepubliceerd record geen datum heeft.',
  'event.record.modified': 'Tijdstip van de laatste wijziging in de tijdzone van de site, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Tijdstip van de laatste wijziging in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Adres van de openbare pagina van het record.',
  'event.record.slug': 'Laatste deel van het openbare adres van het record.',
  'event.record.json_ld':
    'Het record als gestructureerde gegevens van schema.org in JSON-LD; alleen aanwezig als één enkel record wordt gelezen.',
  'event.record.rest_url': 'Adres van het evenement in deze interface.',
  'event.record.title': 'Titel van het evenement; `&`, `<` en `>` zijn als HTML-entiteiten geschreven.',
  'event.record.description': 'Volledige beschrijving als HTML; kan leeg zijn.',
  'event.record.excerpt': 'Korte samenvatting als HTML; kan leeg zijn.',
  'event.record.image': 'Uitgelichte afbeelding, of `false` als er geen is.',
  'event.record.all_day': 'Of het evenement hele dagen duurt.',
  'event.record.start_date': 'Begin in de tijdzone van het evenement, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'De onderdelen van `start_date`.',
  'event.record.end_date': 'Einde in de tijdzone van het evenement, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'De onderdelen van `end_date`.',
  'event.record.utc_start_date': 'Begin in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'De onderdelen van `utc_start_date`.',
  'event.record.utc_end_date': 'Einde in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'De onderdelen van `utc_end_date`.',
  'event.record.timezone': 'Tijdzone van het evenement: een IANA-naam of een tijdsverschil zoals `UTC+2`.',
  'event.record.timezone_abbr': 'Afkorting van de tijdzone die bij het begin van het evenement geldt, zoals `CET`.',
  'event.record.cost': 'Prijs, klaar om te tonen, als enkel bedrag of als bereik; leeg als er geen is opgegeven.',
  'event.record.cost_details': 'De onderdelen van `cost`.',
  'event.record.website': 'Adres van de website van het evenement; zijn eigen `url` als het er geen heeft.',
  'event.record.show_map': 'Of de pagina van het evenement een kaart van de locatie toont.',
  'event.record.show_map_link': 'Of de pagina van het evenement naar een kaart van de locatie verwijst.',
  'event.record.hide_from_listings': 'Of het evenement buiten alle lijsten wordt gehouden.',
  'event.record.sticky': 'Of het evenement in de kalenderweergave als eerste komt.',
  'event.record.featured': 'Of het evenement op de site wordt uitgelicht.',
  'event.record.categories': 'Categorieën van het evenement, gesorteerd op naam.',
  'event.record.tags': 'Tags van het evenement, gesorteerd op naam.',
  'event.record.venue':
    'Locatie van het evenement: een object, een array als er meer zijn, of een lege array als er geen is.',
  'event.record.organizer': 'Organisatoren van het evenement, altijd als array.',
  'event.record.custom_fields': 'Extra velden op naam, elk met `label` en `value`; een lege array als er geen zijn.',

  'event.operation.list': 'Evenementen opvragen',
  'event.operation.create': 'Een evenement aanmaken',
  'event.operation.read': 'Een evenement lezen',
  'event.operation.update': 'Een evenement wijzigen',
  'event.operation.delete': 'Een evenement verwijderen',
  'event.operation.read_by_slug': 'Een evenement lezen via slug',
  'event.operation.update_by_slug': 'Een evenement wijzigen via slug',
  'event.operation.delete_by_slug': 'Een evenement verwijderen via slug',

  'venue.filter.status':
    'Alleen records met een van deze statussen, als array of gescheiden door komma’s: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Standaard: alles wat de aanroeper buiten de prullenbak mag lezen; anonieme aanroepers mogen alleen om `publish` vragen.',
  'venue.filter.search':
    'Alleen locaties waarvan één veld (naam, beschrijving, samenvatting, een deel van het adres of telefoon) alle opgegeven woorden bevat, ongeacht hoofdletters en accenten; hoogstens 200 tekens.',
  'venue.filter.event':
    'Alleen records die aan het evenement met deze id zijn gekoppeld. Een onbekende id is een fout.',
  'venue.filter.has_events':
    '`true`: alleen records die aan ten minste één evenement zijn gekoppeld; `false`: alleen records zonder evenementen.',
  'venue.filter.only_with_upcoming':
    '`true`: alleen records die zijn gekoppeld aan ten minste één evenement dat nu of later begint; standaard `false`.',

  'venue.path.id': 'Id van het record: een of meer decimale cijfers.',
  'venue.path.slug': 'Slug van het record; hoofdletters en kleine letters maken geen verschil.',

  'venue.field.author':
    'Id van de gebruiker die als auteur geldt; standaard: de aanroeper. Een andere gebruiker opgeven vereist het recht om records van anderen te bewerken.',
  'venue.field.date':
    'Publicatiedatum, gelezen in de tijdzone van de site tenzij ze een tijdsverschil bevat; standaard: nu. Ligt ze in de toekomst, dan wordt een te publiceren record voor dat tijdstip ingepland.',
  'venue.field.date_utc': 'Publicatiedatum in UTC; kan in plaats van `date` worden verzonden.',
  'venue.field.description':
    'Volledige beschrijving als HTML; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',
  'venue.field.excerpt': 'Korte samenvatting als HTML; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',
  'venue.field.status':
    'Status van het record: `publish`, `future`, `draft`, `pending`, `private` of `trash`. Standaard bij het aanmaken: `publish`, of `draft` als de aanroeper niet mag publiceren.',
  'venue.field.image':
    'Uitgelichte afbeelding: de id van een geüploade afbeelding of een http(s)-URL waarvan ze wordt opgehaald. Een lege waarde verwijdert de afbeelding.',
  'venue.field.website': 'Absolute URL van de website; een lege waarde wist haar.',
  'venue.field.phone': 'Telefoonnummer als vrije tekst; een lege waarde wist het.',
  'venue.field.venue': 'Naam van de locatie als platte tekst; verplicht bij het aanmaken.',
  'venue.field.show_map':
    'Of evenementen die aan deze locatie zijn gekoppeld een kaart tonen: `true` of `false`; standaard bij het aanmaken: `true`.',
  'venue.field.show_map_link':
    'Of evenementen die aan deze locatie zijn gekoppeld een link naar een kaart tonen: `true` of `false`; standaard bij het aanmaken: `true`.',
  'venue.field.address': 'Straat en huisnummer; een lege waarde wist ze.',
  'venue.field.city': 'Stad of plaats; een lege waarde wist ze.',
  'venue.field.country': 'Naam van het land; een lege waarde wist hem.',
  'venue.field.province': 'Provincie, voor landen met provincies; een lege waarde wist ze.',
  'venue.field.state': 'Staat, voor landen met deelstaten; een lege waarde wist hem.',
  'venue.field.zip': 'Postcode als tekst; een lege waarde wist hem.',
  'venue.field.stateprovince':
    'Staat of provincie, naargelang het land; overgenomen van `state` of `province` als dit niet wordt verzonden.',
  'venue.field.geo_lat':
    'Breedtegraad in decimale graden, van -90 tot 90; moet samen met `geo_lng` worden verzonden. Een lege waarde wist hem.',
  'venue.field.geo_lng':
    'Lengtegraad in decimale graden, van -180 tot 180; moet samen met `geo_lat` worden verzonden. Een lege waarde wist hem.',

  'venue.record.id': 'Id van het record, uniek onder evenementen, locaties, organisatoren en afbeeldingen.',
  'venue.record.global_id': 'Kenmerk van het record over sites heen: host en pad van de site, gevolgd door de id.',
  'venue.record.global_id_lineage': 'Alle globale kenmerken die het record heeft gehad, te beginnen met het huidige.',
  'venue.record.author': 'Id van de auteur als tekenreeks van cijfers.',
  'venue.record.status': 'Status van het record: `publish`, `future`, `draft`, `pending`, `private` of `trash`.',
  'venue.record.date': 'Publicatiedatum in de tijdzone van de site, als `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Publicatiedatum in UTC, als `YYYY-MM-DD HH:MM:SS`; alleen nullen zolang een ongepubliceerd record geen datum heeft.',
  'venue.record.modified': 'Tijdstip van de laatste wijziging in de tijdzone van de site, als `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Tijdstip van de laatste wijziging in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Adres van de openbare pagina van het record.',
  'venue.record.slug': 'Laatste deel van het openbare adres van het record.',
  'venue.record.json_ld':
    'Het record als gestructureerde gegevens van schema.org in JSON-LD; alleen aanwezig als één enkel record wordt gelezen.',
  'venue.record.description': 'Volledige beschrijving als HTML; ontbreekt als ze leeg is.',
  'venue.record.excerpt': 'Korte samenvatting als HTML; ontbreekt als ze leeg is.',
  'venue.record.image': 'Uitgelichte afbeelding; ontbreekt als er geen is.',
  'venue.record.phone': 'Telefoonnummer; ontbreekt als het leeg is.',
  'venue.record.website': 'Adres van de website; ontbreekt als het leeg is.',
  'venue.record.venue': 'Naam van de locatie; `&`, `<` en `>` zijn als HTML-entiteiten geschreven.',
  'venue.record.address': 'Straat en huisnummer; ontbreken indien leeg.',
  'venue.record.city': 'Stad of plaats; ontbreekt indien leeg.',
  'venue.record.country': 'Naam van het land; ontbreekt indien leeg.',
  'venue.record.province': 'Provincie; ontbreekt indien leeg.',
  'venue.record.state': 'Staat; ontbreekt indien leeg.',
  'venue.record.zip': 'Postcode; ontbreekt indien leeg.',
  'venue.record.stateprovince': 'Staat of provincie, naargelang het land; ontbreekt indien leeg.',
  'venue.record.geo_lat': 'Breedtegraad in decimale graden; ontbreekt als de locatie geen coördinaten heeft.',
  'venue.record.geo_lng': 'Lengtegraad in decimale graden; ontbreekt als de locatie geen coördinaten heeft.',
  'venue.record.show_map': 'Of evenementen die aan deze locatie zijn gekoppeld een kaart tonen.',
  'venue.record.show_map_link': 'Of evenementen die aan deze locatie zijn gekoppeld een link naar een kaart tonen.',

  'venue.operation.list': 'Locaties opvragen',
  'venue.operation.create': 'Een locatie aanmaken',
  'venue.operation.read': 'Een locatie lezen',
  'venue.operation.update': 'Een locatie wijzigen',
  'venue.operation.delete': 'Een locatie verwijderen',
  'venue.operation.read_by_slug': 'Een locatie lezen via slug',
  'venue.operation.update_by_slug': 'Een locatie wijzigen via slug',
  'venue.operation.delete_by_slug': 'Een locatie verwijderen via slug',

  'organizer.filter.status':
    'Alleen records met een van deze statussen, als array of gescheiden door komma’s: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Standaard: alles wat de aanroeper buiten de prullenbak mag lezen; anonieme aanroepers mogen alleen om `publish` vragen.',
  'organizer.filter.search':
    'Alleen organisatoren waarvan één veld (naam, beschrijving, samenvatting, telefoon, website of e-mail) alle opgegeven woorden bevat, ongeacht hoofdletters en accenten; hoogstens 200 tekens.',
  'organizer.filter.event':
    'Alleen records die aan het evenement met deze id zijn gekoppeld. Een onbekende id is een fout.',
  'organizer.filter.has_events':
    '`true`: alleen records die aan ten minste één evenement zijn gekoppeld; `false`: alleen records zonder evenementen.',
  'organizer.filter.only_with_upcoming':
    '`true`: alleen records die zijn gekoppeld aan ten minste één evenement dat nu of later begint; standaard `false`.',

  'organizer.path.id': 'Id van het record: een of meer decimale cijfers.',
  'organizer.path.slug': 'Slug van het record; hoofdletters en kleine letters maken geen verschil.',

  'organizer.field.author':
    'Id van de gebruiker die als auteur geldt; standaard: de aanroeper. Een andere gebruiker opgeven vereist het recht om records van anderen te bewerken.',
  'organizer.field.date':
    'Publicatiedatum, gelezen in de tijdzone van de site tenzij ze een tijdsverschil bevat; standaard: nu. Ligt ze in de toekomst, dan wordt een te publiceren record voor dat tijdstip ingepland.',
  'organizer.field.date_utc': 'Publicatiedatum in UTC; kan in plaats van `date` worden verzonden.',
  'organizer.field.description':
    'Volledige beschrijving als HTML; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',
  'organizer.field.excerpt':
    'Korte samenvatting als HTML; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',
  'organizer.field.status':
    'Status van het record: `publish`, `future`, `draft`, `pending`, `private` of `trash`. Standaard bij het aanmaken: `publish`, of `draft` als de aanroeper niet mag publiceren.',
  'organizer.field.image':
    'Uitgelichte afbeelding: de id van een geüploade afbeelding of een http(s)-URL waarvan ze wordt opgehaald. Een lege waarde verwijdert de afbeelding.',
  'organizer.field.website': 'Absolute URL van de website; een lege waarde wist haar.',
  'organizer.field.phone': 'Telefoonnummer als vrije tekst; een lege waarde wist het.',
  'organizer.field.organizer': 'Naam van de organisator als platte tekst; verplicht bij het aanmaken.',
  'organizer.field.email': 'E-mailadres van de organisator; een lege waarde wist het.',

  'organizer.record.id': 'Id van het record, uniek onder evenementen, locaties, organisatoren en afbeeldingen.',
  'organizer.record.global_id': 'Kenmerk van het record over sites heen: host en pad van de site, gevolgd door de id.',
  'organizer.record.global_id_lineage':
    'Alle globale kenmerken die het record heeft gehad, te beginnen met het huidige.',
  'organizer.record.author': 'Id van de auteur als tekenreeks van cijfers.',
  'organizer.record.status': 'Status van het record: `publish`, `future`, `draft`, `pending`, `private` of `trash`.',
  'organizer.record.date': 'Publicatiedatum in de tijdzone van de site, als `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Publicatiedatum in UTC, als `YYYY-MM-DD HH:MM:SS`; alleen nullen zolang een ongepubliceerd record geen datum heeft.',
  'organizer.record.modified':
    'Tijdstip van de laatste wijziging in de tijdzone van de site, als `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Tijdstip van de laatste wijziging in UTC, als `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Adres van de openbare pagina van het record.',
  'organizer.record.slug': 'Laatste deel van het openbare adres van het record.',
  'organizer.record.json_ld':
    'Het record als gestructureerde gegevens van schema.org in JSON-LD; alleen aanwezig als één enkel record wordt gelezen.',
  'organizer.record.description': 'Volledige beschrijving als HTML; ontbreekt als ze leeg is.',
  'organizer.record.excerpt': 'Korte samenvatting als HTML; ontbreekt als ze leeg is.',
  'organizer.record.image': 'Uitgelichte afbeelding; ontbreekt als er geen is.',
  'organizer.record.phone': 'Telefoonnummer; ontbreekt als het leeg is.',
  'organizer.record.website': 'Adres van de website; ontbreekt als het leeg is.',
  'organizer.record.organizer': 'Naam van de organisator; `&`, `<` en `>` zijn als HTML-entiteiten geschreven.',
  'organizer.record.email': 'E-mailadres van de organisator; ontbreekt indien leeg.',

  'organizer.operation.list': 'Organisatoren opvragen',
  'organizer.operation.create': 'Een organisator aanmaken',
  'organizer.operation.read': 'Een organisator lezen',
  'organizer.operation.update': 'Een organisator wijzigen',
  'organizer.operation.delete': 'Een organisator verwijderen',
  'organizer.operation.read_by_slug': 'Een organisator lezen via slug',
  'organizer.operation.update_by_slug': 'Een organisator wijzigen via slug',
  'organizer.operation.delete_by_slug': 'Een organisator verwijderen via slug',

  'category.filter.search':
    'Alleen termen waarvan de naam of slug deze tekst bevat, ongeacht hoofdletters; hoogstens 200 tekens.',
  'category.filter.exclude': 'Laat de termen met deze id’s weg, als array of gescheiden door komma’s.',
  'category.filter.include': 'Alleen de termen met deze id’s, als array of gescheiden door komma’s.',
  'category.filter.order': 'Sorteerrichting: `asc` (oplopend, standaard) of `desc` (aflopend).',
  'category.filter.orderby':
    'Kenmerk van de term waarop de lijst wordt gesorteerd, zoals `name`, `id`, `slug` of `count`; standaard `name`.',
  'category.filter.hide_empty':
    '`true`: laat termen weg die geen enkel gepubliceerd evenement draagt; `false`: toont ze ook. Standaard `true`.',
  'category.filter.parent': 'Alleen de rechtstreekse subcategorieën van de categorie met deze id.',
  'category.filter.post':
    'Alleen termen die aan het evenement met deze id zijn toegekend. Oudere naam van `event`, dat voorgaat als beide worden verzonden.',
  'category.filter.event':
    'Alleen termen die aan het evenement met deze id zijn toegekend; hetzelfde filter als `post`.',
  'category.filter.slug': 'Alleen de term met precies deze slug.',

  'category.path.id': 'Id van het record: een of meer decimale cijfers.',

  'category.field.name': 'Naam van de term als platte tekst; verplicht bij het aanmaken.',
  'category.field.description': 'Beschrijving van de term; een lege waarde wist haar.',
  'category.field.slug':
    'Laatste deel van het adres van de term; afgeleid van de naam als het bij het aanmaken ontbreekt of leeg wordt verzonden.',
  'category.field.parent':
    'Id van de bovenliggende categorie; `0` of een lege waarde maakt hiervan een categorie op het hoogste niveau.',

  'category.record.id': 'Id van de term, uniek onder categorieën en tags.',
  'category.record.count': 'Aantal gepubliceerde evenementen die de term dragen.',
  'category.record.description': 'Beschrijving van de term; kan leeg zijn.',
  'category.record.name': 'Naam van de term; `&`, `<` en `>` zijn als HTML-entiteiten geschreven.',
  'category.record.slug': 'Laatste deel van het openbare adres van de term.',
  'category.record.taxonomy': 'Soort term: `tribe_events_cat` voor categorieën, `post_tag` voor tags.',
  'category.record.parent': 'Id van de bovenliggende categorie; 0 op het hoogste niveau.',
  'category.record.meta': 'Extra gegevens van de term; hier altijd een lege array.',
  'category.record.url': 'Adres van de openbare pagina met de evenementen van de term.',
  'category.record.urls': 'Adressen van de term in deze interface.',
  'category.record._links':
    'Verwante adressen per soort relatie; alleen aanwezig als één enkele term wordt gelezen, aangemaakt of gewijzigd.',

  'category.operation.list': 'Categorieën opvragen',
  'category.operation.create': 'Een categorie aanmaken',
  'category.operation.read': 'Een categorie lezen',
  'category.operation.update': 'Een categorie wijzigen',
  'category.operation.delete': 'Een categorie definitief verwijderen',

  'tag.filter.search':
    'Alleen termen waarvan de naam of slug deze tekst bevat, ongeacht hoofdletters; hoogstens 200 tekens.',
  'tag.filter.exclude': 'Laat de termen met deze id’s weg, als array of gescheiden door komma’s.',
  'tag.filter.include': 'Alleen de termen met deze id’s, als array of gescheiden door komma’s.',
  'tag.filter.order': 'Sorteerrichting: `asc` (oplopend, standaard) of `desc` (aflopend).',
  'tag.filter.orderby':
    'Kenmerk van de term waarop de lijst wordt gesorteerd, zoals `name`, `id`, `slug` of `count`; standaard `name`.',
  'tag.filter.hide_empty':
    '`true`: laat termen weg die geen enkel gepubliceerd evenement draagt; `false`: toont ze ook. Standaard `true`.',
  'tag.filter.post':
    'Alleen termen die aan het evenement met deze id zijn toegekend. Oudere naam van `event`, dat voorgaat als beide worden verzonden.',
  'tag.filter.event': 'Alleen termen die aan het evenement met deze id zijn toegekend; hetzelfde filter als `post`.',
  'tag.filter.slug': 'Alleen de term met precies deze slug.',

  'tag.path.id': 'Id van het record: een of meer decimale cijfers.',

  'tag.field.name': 'Naam van de term als platte tekst; verplicht bij het aanmaken.',
  'tag.field.description': 'Beschrijving van de term; een lege waarde wist haar.',
  'tag.field.slug':
    'Laatste deel van het adres van de term; afgeleid van de naam als het bij het aanmaken ontbreekt of leeg wordt verzonden.',

  'tag.record.id': 'Id van de term, uniek onder categorieën en tags.',
  'tag.record.count': 'Aantal gepubliceerde evenementen die de term dragen.',
  'tag.record.description': 'Beschrijving van de term; kan leeg zijn.',
  'tag.record.name': 'Naam van de term; `&`, `<` en `>` zijn als HTML-entiteiten geschreven.',
  'tag.record.slug': 'Laatste deel van het openbare adres van de term.',
  'tag.record.taxonomy': 'Soort term: `tribe_events_cat` voor categorieën, `post_tag` voor tags.',
  'tag.record.meta': 'Extra gegevens van de term; hier altijd een lege array.',
  'tag.record.url': 'Adres van de openbare pagina met de evenementen van de term.',
  'tag.record.urls': 'Adressen van de term in deze interface.',
  'tag.record._links':
    'Verwante adressen per soort relatie; alleen aanwezig als één enkele term wordt gelezen, aangemaakt of gewijzigd.',

  'tag.operation.list': 'Tags opvragen',
  'tag.operation.create': 'Een tag aanmaken',
  'tag.operation.read': 'Een tag lezen',
  'tag.operation.update': 'Een tag wijzigen',
  'tag.operation.delete': 'Een tag definitief verwijderen',

  'attachment.filter.search':
    'Alleen afbeeldingen waarvan de titel, het bijschrift of de alternatieve tekst elk opgegeven woord bevat, ongeacht hoofdletters en accenten; hoogstens 200 tekens.',
  'attachment.filter.include': 'Alleen de afbeeldingen met deze id’s, als array of gescheiden door komma’s.',
  'attachment.filter.exclude': 'Laat de afbeeldingen met deze id’s weg, als array of gescheiden door komma’s.',
  'attachment.filter.author':
    'Alleen afbeeldingen die zijn toegevoegd door de gebruikers met deze id’s, als array of gescheiden door komma’s.',
  'attachment.filter.per_page': 'Aantal afbeeldingen per pagina, van 1 tot 100; standaard 10.',
  'attachment.filter.offset': 'Aantal afbeeldingen dat vóór de eerste wordt weggelaten; komt in de plaats van `page`.',
  'attachment.filter.slug':
    'Alleen de afbeeldingen met deze slugs (namen van hun bestanden zonder extensie), als array of gescheiden door komma’s.',
  'attachment.filter.parent':
    'Alleen afbeeldingen die bij het record met deze id horen. Hier horen afbeeldingen bij geen record: `0` behoudt ze alle, elke andere id geen.',
  'attachment.filter.media_type':
    'Alleen bestanden van deze soort: `image` behoudt ze alle; `video`, `text`, `application` en `audio` geen.',
  'attachment.filter.mime_type': 'Alleen afbeeldingen van dit mediatype, zoals `image/png`.',
  'attachment.filter.status': '`inherit` of `any`; beide behouden alle afbeeldingen.',
  'attachment.filter.after': 'Alleen afbeeldingen die na deze datum zijn toegevoegd.',
  'attachment.filter.before': 'Alleen afbeeldingen die vóór deze datum zijn toegevoegd.',
  'attachment.filter.order': 'Sorteerrichting: `asc` (oplopend) of `desc` (aflopend, standaard).',
  'attachment.filter.orderby':
    'Waarop wordt gesorteerd: `date` (standaard), `relevance` (gelijk aan `date`), `id`, `author`, `modified` of `include` (de volgorde van die lijst).',

  'attachment.path.id': 'Id van de afbeelding: een of meer decimale cijfers.',

  'attachment.field.file':
    'De afbeelding: een JPEG-, PNG-, GIF-, WebP- of AVIF-bestand van hoogstens 10 MiB en 40 megapixels, alle frames samen. Ze wordt zonder haar metadata opgeslagen.',
  'attachment.field.title':
    'Titel als platte tekst, of een object met `raw` of `rendered`; standaard bij het aanmaken: de naam van het bestand zonder extensie. Een lege waarde wist hem.',
  'attachment.field.caption':
    'Bijschrift van de afbeelding als HTML, of een object met `raw` of `rendered`; onveilige opmaak wordt verwijderd en een lege waarde wist het.',
  'attachment.field.alt_text':
    'Platte tekst die de afbeelding vervangt waar ze niet te zien is; een lege waarde wist hem.',
  'attachment.field.description':
    'Beschrijving als HTML, of een object met `raw` of `rendered`; onveilige opmaak wordt verwijderd en een lege waarde wist haar.',

  'attachment.record.id': 'Id van de afbeelding, uniek onder evenementen, locaties, organisatoren en afbeeldingen.',
  'attachment.record.date':
    'Tijdstip waarop de afbeelding is toegevoegd, in de tijdzone van de site, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Tijdstip waarop de afbeelding is toegevoegd, in UTC, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Adres van de afbeelding op volle grootte, tevens haar kenmerk.',
  'attachment.record.modified':
    'Tijdstip van de laatste wijziging in de tijdzone van de site, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Tijdstip van de laatste wijziging in UTC, als `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Naam van het opgeslagen bestand zonder extensie.',
  'attachment.record.status': 'Altijd `inherit`.',
  'attachment.record.type': 'Altijd `attachment`.',
  'attachment.record.link': 'Adres van de afbeelding op volle grootte; afbeeldingen hebben geen eigen pagina.',
  'attachment.record.title': 'Titel van de afbeelding.',
  'attachment.record.author': 'Id van de gebruiker die de afbeelding heeft toegevoegd.',
  'attachment.record.caption': 'Bijschrift van de afbeelding; kan leeg zijn.',
  'attachment.record.description': 'Beschrijving van de afbeelding; kan leeg zijn.',
  'attachment.record.alt_text': 'Tekst die de afbeelding vervangt waar ze niet te zien is; leeg als er geen is.',
  'attachment.record.media_type': 'Altijd `image`.',
  'attachment.record.mime_type': 'Mediatype van de afbeelding, zoals `image/png`.',
  'attachment.record.media_details':
    'Afmetingen van de afbeelding en haar kleinere versies; zijn die er, dan bevat `sizes` ook de volle grootte als `full`.',
  'attachment.record.source_url': 'Adres van de afbeelding op volle grootte.',
  'attachment.record._links': 'Adressen van de afbeelding en van de lijst met afbeeldingen in deze interface.',

  'attachment.operation.list': 'Afbeeldingen opvragen',
  'attachment.operation.create': 'Een afbeelding uploaden',
  'attachment.operation.read': 'De gegevens van een afbeelding lezen',
  'attachment.operation.update': 'De teksten van een afbeelding wijzigen; niet verzonden velden blijven behouden',
  'attachment.operation.delete': 'Een afbeelding definitief verwijderen, ook uit elk record dat haar toont',

  'attachment.deleted.deleted': 'Altijd `true`.',
  'attachment.deleted.previous': 'De afbeelding zoals ze vóór het verwijderen was.',

  'attachment.urls.self': 'Adres van de afbeelding in deze interface.',
  'attachment.urls.collection': 'Adres van de lijst met afbeeldingen.',

  'rendered.raw': 'De tekst zoals die moet worden opgeslagen; deze gaat voor `rendered`.',
  'rendered.rendered': 'De tekst als HTML.',

  'delete.force':
    '`true`: verwijdert het record definitief in plaats van het naar de prullenbak te verplaatsen; standaard `false`. Categorieën en tags worden altijd definitief verwijderd; afbeeldingen, waarvoor geen prullenbak bestaat, worden alleen met `true` verwijderd.',

  'index.namespace':
    'Te beschrijven naamruimte; alleen die van deze interface, tevens de standaardwaarde, wordt aanvaard.',
  'index.context':
    'Omvang van de beschrijving; standaard `view`. Andere waarden worden aanvaard en maken geen verschil.',
  'index.operation': 'De routes van deze naamruimte beschrijven',

  'about.list':
    'Antwoordt met één pagina van de records die aan de filters voldoen en die de aanroeper mag lezen; de header `Link` noemt de andere pagina’s.',
  'event.about.list':
    'Antwoordt met de evenementen die vanaf gisteren en in de volgende 24 maanden beginnen, in volgorde van begin, tenzij er datumfilters worden gestuurd. `next_rest_url` en de header `Link` noemen de andere pagina’s.',
  'about.create':
    'Antwoordt met het record zoals het is opgeslagen en noemt het adres ervan in `Location`. Een verzoek dat met dezelfde `Idempotency-Key` wordt herhaald, maakt niets extra aan.',
  'event.about.create':
    'Locaties, organisatoren, categorieën en tags worden met hun id genoemd of samen met het evenement aangemaakt. Een verzoek dat met dezelfde `Idempotency-Key` wordt herhaald, maakt niets extra aan.',
  'attachment.about.create':
    'De body is het bestand zelf, met het mediatype en met de naam in `Content-Disposition`, of een formulier met het deel `file`.',
  'about.read':
    'De `ETag` van het antwoord kan in `If-Match` worden teruggestuurd, zodat een intussen gewijzigd record niet wordt overschreven.',
  'about.update': 'POST, PUT en PATCH doen hetzelfde: ze wijzigen de gestuurde velden en behouden alle andere.',
  'about.delete': 'Verplaatst het record naar de prullenbak; met `force=true` wordt het definitief verwijderd.',
  'category.about.delete':
    'De evenementen blijven en verliezen de categorie; de subcategorieën schuiven op naar de bovenliggende categorie.',
  'tag.about.delete': 'De evenementen blijven en verliezen de tag.',
  'attachment.about.delete': 'Afbeeldingen hebben geen prullenbak, dus `force=true` is nodig.',
  'about.index':
    'Noemt elke route met haar methoden en parameters; de taal van het adres is die van de beschrijvingen.',
  'about.doc': 'Het antwoord is een OpenAPI-document; de taal van het adres is die van de beschrijvingen erin.',

  'doc.operation': 'Deze documentatie lezen',
  'doc.title': 'Interface van de evenementenkalender',
  'doc.description':
    'Leest en schrijft evenementen, locaties, organisatoren, categorieën en tags. Datums kunnen worden verzonden als `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, Unix-tijdstempels of Engelse uitdrukkingen zoals `next wednesday 4pm`; een wijziging verandert alleen de verzonden velden.',

  'group.event': 'Evenementen',
  'group.venue': 'Locaties',
  'group.organizer': 'Organisatoren',
  'group.category': 'Categorieën',
  'group.tag': 'Tags',
  'group.attachment': 'Afbeeldingen',
  'group.index': 'Beschrijving van de interface',

  'global._fields':
    'Namen van de terug te geven velden, als array of gescheiden door komma’s; paden met punten zoals `image.url` reiken tot in objecten.',
  'global._envelope':
    'Verpakt het antwoord in een object met `body`, `status` en `headers`; de HTTP-status is dan altijd 200.',
  'global._method':
    'Bij een POST-verzoek de methode die in plaats daarvan geldt, zoals `PUT` of `DELETE`; de header `X-HTTP-Method-Override` heeft hetzelfde effect.',

  'header.if_match':
    'ETag die het record nog moet hebben; is die gewijzigd, dan is het antwoord 412 en wordt niets geschreven.',
  'header.if_none_match':
    'ETag van de kopie die de client al heeft; is die nog actueel, dan is het antwoord 304 zonder inhoud.',
  'header.idempotency_key':
    'Een door de client gekozen sleutel die het herhalen van een POST-verzoek veilig maakt: dezelfde sleutel met dezelfde inhoud wordt één keer uitgevoerd en op dezelfde manier beantwoord.',
  'header.x_tec_total': 'Aantal records op alle pagina’s samen die aan de filters voldoen.',
  'header.x_tec_totalpages': 'Aantal pagina’s bij de huidige paginagrootte.',
  'header.link': 'Adressen van andere pagina’s van de lijst per relatie: `next`, `prev`, `first` en `last` (RFC 8288).',
  'header.etag':
    'Geeft de huidige versie van het record of het antwoord aan, voor gebruik in `If-Match` en `If-None-Match`.',
  'header.location': 'Adres van het nieuwe record in deze interface.',
  'header.retry_after': 'Aantal seconden waarna een nieuwe poging mogelijk is.',

  'security.basic': 'HTTP Basic met een gebruikersnaam en een applicatiewachtwoord, waarin spaties er niet toe doen.',
  'security.bearer': 'Alleen het applicatiewachtwoord, als bearer-token.',

  'date_details.year': 'Jaar, vier cijfers.',
  'date_details.month': 'Maand van `01` tot en met `12`.',
  'date_details.day': 'Dag van de maand van `01` tot en met `31`.',
  'date_details.hour': 'Uur van `00` tot en met `23`.',
  'date_details.minutes': 'Minuten van `00` tot en met `59`.',
  'date_details.seconds': 'Seconden van `00` tot en met `59`.',

  'cost_details.currency_symbol': 'Valutasymbool van de prijs; leeg als er geen is opgegeven.',
  'cost_details.currency_code': 'Valutacode volgens ISO 4217; leeg indien onbekend.',
  'cost_details.currency_position':
    'Plaats van het valutasymbool: `prefix` voor het bedrag, `postfix` erachter; leeg als er geen symbool is opgegeven.',
  'cost_details.values': 'De afzonderlijke bedragen als tekenreeksen, in oplopende volgorde.',

  'image.url': 'Adres van de afbeelding op volle grootte.',
  'image.id': 'Id van de afbeelding.',
  'image.extension': 'Bestandsextensie, zoals `png`.',
  'image.width': 'Breedte van de afbeelding op volle grootte in pixels.',
  'image.height': 'Hoogte van de afbeelding op volle grootte in pixels.',
  'image.filesize': 'Grootte van het bestand op volle grootte in bytes.',
  'image.sizes': 'De kleinere versies van de afbeelding, op naam van hun formaat.',
  'image.file': 'Pad van het bestand op volle grootte in de afbeeldingenbibliotheek.',

  'image_size.width': 'Breedte van deze versie in pixels.',
  'image_size.height': 'Hoogte van deze versie in pixels.',
  'image_size.mime_type': 'Mediatype van deze versie, zoals `image/png`.',
  'image_size.filesize': 'Bestandsgrootte van deze versie in bytes.',
  'image_size.url': 'Adres van deze versie.',
  'image_size.source_url': 'Adres van deze versie.',
  'image_size.file': 'Bestandsnaam van deze versie.',

  'term.id': 'Id van de term, uniek onder categorieën en tags.',
  'term.count': 'Aantal gepubliceerde evenementen die de term dragen.',
  'term.description': 'Beschrijving van de term; kan leeg zijn.',
  'term.name': 'Naam van de term; `&`, `<` en `>` zijn als HTML-entiteiten geschreven.',
  'term.slug': 'Laatste deel van het openbare adres van de term.',
  'term.taxonomy': 'Soort term: `tribe_events_cat` voor categorieën, `post_tag` voor tags.',
  'term.parent': 'Id van de bovenliggende categorie; 0 op het hoogste niveau.',
  'term.urls': 'Adressen van de term in deze interface.',
  'term.term_group': 'Nummer van de groep termen met dezelfde betekenis; 0 als er geen is.',
  'term.term_taxonomy_id': 'Id van de term binnen zijn taxonomie.',
  'term.filter': 'Vorm waarin de teksten van de term worden gegeven; altijd `raw`.',

  'term_urls.self': 'Adres van deze term.',
  'term_urls.collection': 'Adres van de lijst waartoe deze term behoort.',
  'term_urls.up': 'Adres van de bovenliggende categorie; ontbreekt op het hoogste niveau.',

  'link.href': 'Adres waar de relatie naartoe leidt.',
  'custom_field.label': 'Naam van het veld zoals mensen die lezen.',
  'custom_field.value': 'Inhoud van het veld.',

  'error.code': 'Code van de fout voor programma’s; ze hangt niet van de taal af.',
  'error.message': 'Uitleg van de fout voor mensen.',
  'error.data': 'Nadere bijzonderheden van de fout.',
  'error.status': 'HTTP-status van het antwoord.',
  'error.params': 'De foutieve parameters: de namen van de ontbrekende, of elke ongeldige met de reden.',
  'error.details': 'Voor ongeldige parameters, waar bekend, een eigen code en melding.',

  'response.200': 'Het verzoek is uitgevoerd; de inhoud bevat het resultaat.',
  'response.201': 'Het record is aangemaakt; de inhoud bevat het en de header `Location` geeft zijn adres.',
  'response.304': 'De kopie van de client is nog actueel; het antwoord heeft geen inhoud.',
  'response.400':
    'Het verzoek is onjuist gevormd, of een parameter ontbreekt of is ongeldig; de fout noemt elke betrokken parameter.',
  'response.401': 'Inloggegevens zijn vereist, of de verzonden gegevens zijn niet geldig.',
  'response.403': 'De aanroeper is bekend maar heeft hier geen recht op, of het record is voor hem niet toegankelijk.',
  'response.404': 'Dit record, deze pagina, deze naamruimte of deze route bestaat niet.',
  'response.410': 'Het record ligt al in de prullenbak.',
  'response.412': 'Het record is gewijzigd sinds de ETag die in `If-Match` is verzonden; er is niets geschreven.',
  'response.413': 'De inhoud van het verzoek is groter dan toegestaan.',
  'response.414': 'Het adres van het verzoek is langer dan toegestaan.',
  'response.415': 'De inhoud heeft een mediatype dat niet wordt ondersteund.',
  'response.422': 'Het verzoek is welgevormd, maar kan met deze inhoud niet worden uitgevoerd.',
  'response.429':
    'Te veel verzoeken in korte tijd; de header `Retry-After` geeft aan wanneer een nieuwe poging mogelijk is.',
  'response.431': 'De headers van het verzoek zijn groter dan toegestaan.',
  'response.500': 'De server kon het verzoek niet uitvoeren; de fout ligt niet bij de client.',
  'response.503':
    'De server is op dit moment overbelast of zonder zijn database; de header `Retry-After` geeft aan wanneer een nieuwe poging mogelijk is.',
  'response.507':
    'De schijf van de server is vol en er is niets geschreven; de header `Retry-After` geeft aan wanneer een nieuwe poging mogelijk is.',
}
