import type { Catalogue } from './catalogue.ts'

/** The Italian descriptions; a missing key does not compile (contract, B1.4). */
export const it: Catalogue = {
  'list.page': 'Numero della pagina da restituire, un intero positivo; valore predefinito: 1.',
  'list.per_page':
    'Numero di record per pagina, un intero positivo; valore predefinito: 10. Un valore superiore al massimo del sito, di norma 50, viene ridotto a quest’ultimo.',
  'list.rest_url': 'Indirizzo di questo elenco con i filtri in vigore.',
  'list.next_rest_url': 'Indirizzo della pagina successiva con gli stessi filtri; assente nell’ultima pagina.',
  'list.previous_rest_url': 'Indirizzo della pagina precedente con gli stessi filtri; assente nella prima pagina.',
  'list.total': 'Numero di record di tutte le pagine che soddisfano i filtri e che il chiamante può leggere.',
  'list.total_pages': 'Numero di pagine con la dimensione di pagina attuale; 0 se nulla corrisponde.',
  'list.items': 'I record di questa pagina, nell’ordine dell’elenco.',

  'event.filter.start_date':
    'Solo gli eventi che iniziano in questo momento o dopo; viene letto nel fuso orario del sito, salvo che rechi uno scostamento. Valore predefinito: ieri alle 00:00:00. Viene spostato all’inizio del suo giorno, salvo che `strict_dates` sia `true`.',
  'event.filter.end_date':
    'Solo gli eventi che iniziano in questo momento o prima; viene letto nel fuso orario del sito, salvo che rechi uno scostamento. Valore predefinito: fra 24 mesi da oggi, alle 23:59:59. Viene spostato alla fine del suo giorno, salvo che `strict_dates` sia `true`.',
  'event.filter.starts_before':
    'Solo gli eventi che iniziano prima di questo momento, che viene spostato alle 23:59:59 del suo giorno, salvo che `strict_dates` sia `true`. Se inviato, i valori predefiniti di `start_date` ed `end_date` non si applicano.',
  'event.filter.starts_after':
    'Solo gli eventi che iniziano dopo questo momento, che viene spostato alle 23:59:59 del suo giorno, salvo che `strict_dates` sia `true`. Se inviato, i valori predefiniti di `start_date` ed `end_date` non si applicano.',
  'event.filter.ends_before':
    'Solo gli eventi che terminano prima di questo momento, che viene spostato alle 23:59:59 del suo giorno, salvo che `strict_dates` sia `true`. Se inviato, i valori predefiniti di `start_date` ed `end_date` non si applicano.',
  'event.filter.ends_after':
    'Solo gli eventi che terminano dopo questo momento, che viene spostato alle 23:59:59 del suo giorno, salvo che `strict_dates` sia `true`. Se inviato, i valori predefiniti di `start_date` ed `end_date` non si applicano.',
  'event.filter.strict_dates':
    'Indica se i filtri di data valgono al secondo esatto anziché essere estesi a giorni interi; valore predefinito: `false`.',
  'event.filter.search':
    'Solo gli eventi nel cui titolo, descrizione o riassunto compare ogni parola indicata, senza distinguere maiuscole né accenti; al massimo 200 caratteri.',
  'event.filter.categories':
    'Solo gli eventi in almeno una di queste categorie o delle loro discendenti, indicate per id, slug o nome, come array o separate da virgole. Una categoria sconosciuta è un errore.',
  'event.filter.tags':
    'Solo gli eventi con almeno uno di questi tag, indicati per id, slug o nome, come array o separati da virgole. Un tag sconosciuto è un errore.',
  'event.filter.venue':
    'Solo gli eventi in uno dei luoghi con questi id, come array o separati da virgole. Un id sconosciuto è un errore.',
  'event.filter.organizer':
    'Solo gli eventi di uno degli organizzatori con questi id, come array o separati da virgole. Un id sconosciuto è un errore.',
  'event.filter.featured':
    '`true`: solo gli eventi in evidenza; `false`: solo quelli non in evidenza. Se non inviato, vengono restituiti entrambi.',
  'event.filter.geoloc':
    '`true`: solo gli eventi il cui luogo ha coordinate; `false`: solo quelli il cui luogo non ne ha.',
  'event.filter.geoloc_lat':
    'Latitudine del centro della ricerca in gradi decimali, da -90 a 90; va inviata insieme a `geoloc_lng`.',
  'event.filter.geoloc_lng':
    'Longitudine del centro della ricerca in gradi decimali, da -180 a 180; va inviata insieme a `geoloc_lat`.',
  'event.filter.geoloc_distance':
    'Raggio di ricerca in chilometri intorno a `geoloc_lat` e `geoloc_lng`, misurato lungo il cerchio massimo; valore predefinito: 25.',
  'event.filter.include':
    'Solo gli eventi con questi id, come array o separati da virgole. I filtri di data vengono allora ignorati e l’elenco è ordinato per data di pubblicazione.',
  'event.filter.free':
    '`true`: solo eventi che non costano nulla (tutti i prezzi sono zero, o il costo è una parola che lo dice, come `free` o `kostenlos`); `false`: tutti gli altri.',
  'event.filter.post_parent': 'Solo gli eventi il cui evento superiore ha questo id.',
  'event.filter.ticketed':
    'Riservato alla vendita di biglietti, che questo server non offre: `false` non ha effetto, `true` è un errore.',
  'event.filter.status':
    'Solo i record con uno di questi stati, come array o separati da virgole: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valore predefinito: tutto ciò che il chiamante può leggere al di fuori del cestino; i chiamanti anonimi possono chiedere soltanto `publish`.',

  'event.path.id': 'Id del record: una o più cifre decimali.',
  'event.path.slug': 'Slug del record; maiuscole e minuscole non contano.',

  'event.field.author':
    'Id dell’utente registrato come autore; valore predefinito: il chiamante. Indicare un altro utente richiede il diritto di modificare i record altrui.',
  'event.field.date':
    'Data di pubblicazione, letta nel fuso orario del sito, salvo che rechi uno scostamento; valore predefinito: adesso. Se è futura, un record da pubblicare viene programmato per quel momento.',
  'event.field.date_utc': 'Data di pubblicazione in UTC; può essere inviata al posto di `date`.',
  'event.field.description':
    'Descrizione completa in HTML; il codice non sicuro viene rimosso e un valore vuoto la cancella.',
  'event.field.excerpt': 'Breve riassunto in HTML; il codice non sicuro viene rimosso e un valore vuoto lo cancella.',
  'event.field.status':
    'Stato del record: `publish`, `future`, `draft`, `pending`, `private` o `trash`. Valore predefinito alla creazione: `publish`, oppure `draft` se il chiamante non può pubblicare.',
  'event.field.image':
    'Immagine in evidenza: l’id di un’immagine caricata o un URL http(s) da cui viene prelevata. Un valore vuoto rimuove l’immagine.',
  'event.field.website': 'URL assoluto del sito web; un valore vuoto lo cancella.',
  'event.field.title': 'Titolo dell’evento come testo semplice; obbligatorio alla creazione.',
  'event.field.slug':
    'Ultima parte dell’indirizzo dell’evento. Se non inviata alla creazione, viene ricavata dal titolo; se è già in uso, viene aggiunto un numero.',
  'event.field.timezone':
    'Fuso orario dell’evento: un nome IANA come `Europe/Paris` o uno scostamento come `UTC+2`. Valore predefinito alla creazione: il fuso orario del sito.',
  'event.field.all_day':
    'Indica se l’evento dura giorni interi: l’inizio viene allora portato alle 00:00:00 e la fine alle 23:59:59 dei rispettivi giorni. Valore predefinito: `false`.',
  'event.field.start_date':
    'Inizio dell’evento nella propria `timezone`, salvo che il testo rechi uno scostamento; obbligatorio alla creazione. Sono compresi testi ISO 8601, timestamp Unix ed espressioni inglesi come `tomorrow 9am`.',
  'event.field.end_date':
    'Fine dell’evento, nelle stesse forme di `start_date`; obbligatoria alla creazione e mai prima dell’inizio.',
  'event.field.cost':
    'Prezzo come testo, se si vuole con il simbolo di valuta, come `$20`, oppure un array di più prezzi. Senza simbolo viene mostrata la valuta del sito; un valore vuoto cancella il prezzo.',
  'event.field.show_map':
    'Indica se la pagina dell’evento mostra una mappa del luogo; valore predefinito alla creazione: `true`.',
  'event.field.show_map_link':
    'Indica se la pagina dell’evento rimanda a una mappa del luogo; valore predefinito alla creazione: `true`.',
  'event.field.hide_from_listings':
    'Indica se l’evento è tenuto fuori da tutti gli elenchi; resta leggibile per id e per slug. Valore predefinito alla creazione: `false`.',
  'event.field.sticky':
    'Indica se l’evento viene per primo nella vista calendario; valore predefinito alla creazione: `false`.',
  'event.field.featured':
    'Indica se l’evento è messo in evidenza nel sito; valore predefinito alla creazione: `false`.',
  'event.field.categories':
    'Categorie dell’evento per id, slug o nome, come array o separate da virgole. Sostituiscono quelle presenti, i nomi che non esistono ancora vengono creati e un valore vuoto le rimuove tutte.',
  'event.field.tags':
    'Tag dell’evento per id, slug o nome, come array o separati da virgole. Sostituiscono quelli presenti, i nomi che non esistono ancora vengono creati e un valore vuoto li rimuove tutti.',
  'event.field.venue':
    'Luogo dell’evento: un id, un elenco di id o un oggetto con i campi di un luogo che viene creato insieme all’evento. Un valore vuoto rimuove il collegamento.',
  'event.field.organizer':
    'Organizzatori dell’evento: un id, un elenco di id o oggetti con i campi di organizzatori che vengono creati insieme all’evento. Un valore vuoto rimuove i collegamenti.',
  'event.field.post_parent':
    'Id dell’evento superiore; un valore vuoto rimuove il collegamento. Un evento non può essere antenato di sé stesso.',

  'event.record.id': 'Id del record, unico fra eventi, luoghi, organizzatori e immagini.',
  'event.record.global_id': 'Identificatore del record fra i siti: host e percorso del sito, seguiti dall’id.',
  'event.record.global_id_lineage':
    'Tutti gli identificatori globali che il record ha avuto, a partire da quello attuale.',
  'event.record.author': 'Id dell’autore come stringa di cifre.',
  'event.record.status': 'Stato del record: `publish`, `future`, `draft`, `pending`, `private` o `trash`.',
  'event.record.date': 'Data di pubblicazione nel fuso orario del sito, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.date_utc':
    'Data di pubblicazione in UTC, come `YYYY-MM-DD HH:MM:SS`; solo zeri finché un record non pubblicato non ha una data.',
  'event.record.modified': 'Momento dell’ultima modifica nel fuso orario del sito, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.modified_utc': 'Momento dell’ultima modifica in UTC, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.url': 'Indirizzo della pagina pubblica del record.',
  'event.record.slug': 'Ultima parte dell’indirizzo pubblico del record.',
  'event.record.json_ld':
    'Il record come dati strutturati di schema.org in JSON-LD; presente solo quando si legge un singolo record.',
  'event.record.rest_url': 'Indirizzo dell’evento in questa interfaccia.',
  'event.record.title': 'Titolo dell’evento; `&`, `<` e `>` sono scritti come entità HTML.',
  'event.record.description': 'Descrizione completa in HTML; può essere vuota.',
  'event.record.excerpt': 'Breve riassunto in HTML; può essere vuoto.',
  'event.record.image': 'Immagine in evidenza, oppure `false` se non ce n’è.',
  'event.record.all_day': 'Indica se l’evento dura giorni interi.',
  'event.record.start_date': 'Inizio nel fuso orario dell’evento, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.start_date_details': 'Le parti di `start_date`.',
  'event.record.end_date': 'Fine nel fuso orario dell’evento, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.end_date_details': 'Le parti di `end_date`.',
  'event.record.utc_start_date': 'Inizio in UTC, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_start_date_details': 'Le parti di `utc_start_date`.',
  'event.record.utc_end_date': 'Fine in UTC, come `YYYY-MM-DD HH:MM:SS`.',
  'event.record.utc_end_date_details': 'Le parti di `utc_end_date`.',
  'event.record.timezone': 'Fuso orario dell’evento: un nome IANA o uno scostamento come `UTC+2`.',
  'event.record.timezone_abbr': 'Abbreviazione del fuso orario in vigore all’inizio dell’evento, come `CET`.',
  'event.record.cost':
    'Prezzo pronto per la visualizzazione, come importo singolo o intervallo; vuoto se non è indicato.',
  'event.record.cost_details': 'Le parti di `cost`.',
  'event.record.website': 'Indirizzo del sito web dell’evento; se non ne ha, il suo stesso `url`.',
  'event.record.show_map': 'Indica se la pagina dell’evento mostra una mappa del luogo.',
  'event.record.show_map_link': 'Indica se la pagina dell’evento rimanda a una mappa del luogo.',
  'event.record.hide_from_listings': 'Indica se l’evento è tenuto fuori da tutti gli elenchi.',
  'event.record.sticky': 'Indica se l’evento viene per primo nella vista calendario.',
  'event.record.featured': 'Indica se l’evento è messo in evidenza nel sito.',
  'event.record.categories': 'Categorie dell’evento, ordinate per nome.',
  'event.record.tags': 'Tag dell’evento, ordinati per nome.',
  'event.record.venue': 'Luogo dell’evento: un oggetto, un array se ce n’è più d’uno o un array vuoto se non ce n’è.',
  'event.record.organizer': 'Organizzatori dell’evento, sempre come array.',
  'event.record.custom_fields':
    'Campi aggiuntivi per nome, ciascuno con `label` e `value`; un array vuoto se non ce ne sono.',

  'event.operation.list': 'Elencare gli eventi',
  'event.operation.create': 'Creare un evento',
  'event.operation.read': 'Leggere un evento',
  'event.operation.update': 'Modificare un evento',
  'event.operation.delete': 'Eliminare un evento',
  'event.operation.read_by_slug': 'Leggere un evento per slug',
  'event.operation.update_by_slug': 'Modificare un evento per slug',
  'event.operation.delete_by_slug': 'Eliminare un evento per slug',

  'venue.filter.status':
    'Solo i record con uno di questi stati, come array o separati da virgole: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valore predefinito: tutto ciò che il chiamante può leggere al di fuori del cestino; i chiamanti anonimi possono chiedere soltanto `publish`.',
  'venue.filter.search':
    'Solo i luoghi in cui uno stesso campo (nome, descrizione, riassunto, una parte dell’indirizzo o telefono) contiene tutte le parole indicate, senza distinguere maiuscole né accenti; al massimo 200 caratteri.',
  'venue.filter.event': 'Solo i record collegati all’evento con questo id. Un id sconosciuto è un errore.',
  'venue.filter.has_events': '`true`: solo i record collegati ad almeno un evento; `false`: solo quelli senza eventi.',
  'venue.filter.only_with_upcoming':
    '`true`: solo i record collegati ad almeno un evento che inizia adesso o più tardi; valore predefinito: `false`.',

  'venue.path.id': 'Id del record: una o più cifre decimali.',
  'venue.path.slug': 'Slug del record; maiuscole e minuscole non contano.',

  'venue.field.author':
    'Id dell’utente registrato come autore; valore predefinito: il chiamante. Indicare un altro utente richiede il diritto di modificare i record altrui.',
  'venue.field.date':
    'Data di pubblicazione, letta nel fuso orario del sito, salvo che rechi uno scostamento; valore predefinito: adesso. Se è futura, un record da pubblicare viene programmato per quel momento.',
  'venue.field.date_utc': 'Data di pubblicazione in UTC; può essere inviata al posto di `date`.',
  'venue.field.description':
    'Descrizione completa in HTML; il codice non sicuro viene rimosso e un valore vuoto la cancella.',
  'venue.field.excerpt': 'Breve riassunto in HTML; il codice non sicuro viene rimosso e un valore vuoto lo cancella.',
  'venue.field.status':
    'Stato del record: `publish`, `future`, `draft`, `pending`, `private` o `trash`. Valore predefinito alla creazione: `publish`, oppure `draft` se il chiamante non può pubblicare.',
  'venue.field.image':
    'Immagine in evidenza: l’id di un’immagine caricata o un URL http(s) da cui viene prelevata. Un valore vuoto rimuove l’immagine.',
  'venue.field.website': 'URL assoluto del sito web; un valore vuoto lo cancella.',
  'venue.field.phone': 'Numero di telefono come testo libero; un valore vuoto lo cancella.',
  'venue.field.venue': 'Nome del luogo come testo semplice; obbligatorio alla creazione.',
  'venue.field.show_map':
    'Indica se gli eventi collegati a questo luogo mostrano una mappa: `true` o `false`; valore predefinito alla creazione: `true`.',
  'venue.field.show_map_link':
    'Indica se gli eventi collegati a questo luogo mostrano un link a una mappa: `true` o `false`; valore predefinito alla creazione: `true`.',
  'venue.field.address': 'Via e numero civico; un valore vuoto li cancella.',
  'venue.field.city': 'Città o località; un valore vuoto la cancella.',
  'venue.field.country': 'Nome del paese; un valore vuoto lo cancella.',
  'venue.field.province': 'Provincia, per i paesi divisi in province; un valore vuoto la cancella.',
  'venue.field.state': 'Stato federato, per i paesi divisi in stati; un valore vuoto lo cancella.',
  'venue.field.zip': 'Codice postale come testo; un valore vuoto lo cancella.',
  'venue.field.stateprovince':
    'Stato federato o provincia, secondo il paese; ricavato da `state` o `province` se non inviato.',
  'venue.field.geo_lat':
    'Latitudine in gradi decimali, da -90 a 90; va inviata insieme a `geo_lng`. Un valore vuoto la cancella.',
  'venue.field.geo_lng':
    'Longitudine in gradi decimali, da -180 a 180; va inviata insieme a `geo_lat`. Un valore vuoto la cancella.',

  'venue.record.id': 'Id del record, unico fra eventi, luoghi, organizzatori e immagini.',
  'venue.record.global_id': 'Identificatore del record fra i siti: host e percorso del sito, seguiti dall’id.',
  'venue.record.global_id_lineage':
    'Tutti gli identificatori globali che il record ha avuto, a partire da quello attuale.',
  'venue.record.author': 'Id dell’autore come stringa di cifre.',
  'venue.record.status': 'Stato del record: `publish`, `future`, `draft`, `pending`, `private` o `trash`.',
  'venue.record.date': 'Data di pubblicazione nel fuso orario del sito, come `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.date_utc':
    'Data di pubblicazione in UTC, come `YYYY-MM-DD HH:MM:SS`; solo zeri finché un record non pubblicato non ha una data.',
  'venue.record.modified': 'Momento dell’ultima modifica nel fuso orario del sito, come `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.modified_utc': 'Momento dell’ultima modifica in UTC, come `YYYY-MM-DD HH:MM:SS`.',
  'venue.record.url': 'Indirizzo della pagina pubblica del record.',
  'venue.record.slug': 'Ultima parte dell’indirizzo pubblico del record.',
  'venue.record.json_ld':
    'Il record come dati strutturati di schema.org in JSON-LD; presente solo quando si legge un singolo record.',
  'venue.record.description': 'Descrizione completa in HTML; assente se vuota.',
  'venue.record.excerpt': 'Breve riassunto in HTML; assente se vuoto.',
  'venue.record.image': 'Immagine in evidenza; assente se non ce n’è.',
  'venue.record.phone': 'Numero di telefono; assente se vuoto.',
  'venue.record.website': 'Indirizzo del sito web; assente se vuoto.',
  'venue.record.venue': 'Nome del luogo; `&`, `<` e `>` sono scritti come entità HTML.',
  'venue.record.address': 'Via e numero civico; assenti se vuoti.',
  'venue.record.city': 'Città o località; assente se vuota.',
  'venue.record.country': 'Nome del paese; assente se vuoto.',
  'venue.record.province': 'Provincia; assente se vuota.',
  'venue.record.state': 'Stato federato; assente se vuoto.',
  'venue.record.zip': 'Codice postale; assente se vuoto.',
  'venue.record.stateprovince': 'Stato federato o provincia, secondo il paese; assente se vuoto.',
  'venue.record.geo_lat': 'Latitudine in gradi decimali; assente se il luogo non ha coordinate.',
  'venue.record.geo_lng': 'Longitudine in gradi decimali; assente se il luogo non ha coordinate.',
  'venue.record.show_map': 'Indica se gli eventi collegati a questo luogo mostrano una mappa.',
  'venue.record.show_map_link': 'Indica se gli eventi collegati a questo luogo mostrano un link a una mappa.',

  'venue.operation.list': 'Elencare i luoghi',
  'venue.operation.create': 'Creare un luogo',
  'venue.operation.read': 'Leggere un luogo',
  'venue.operation.update': 'Modificare un luogo',
  'venue.operation.delete': 'Eliminare un luogo',
  'venue.operation.read_by_slug': 'Leggere un luogo per slug',
  'venue.operation.update_by_slug': 'Modificare un luogo per slug',
  'venue.operation.delete_by_slug': 'Eliminare un luogo per slug',

  'organizer.filter.status':
    'Solo i record con uno di questi stati, come array o separati da virgole: `publish`, `future`, `draft`, `pending`, `private`, `trash`. Valore predefinito: tutto ciò che il chiamante può leggere al di fuori del cestino; i chiamanti anonimi possono chiedere soltanto `publish`.',
  'organizer.filter.search':
    'Solo gli organizzatori in cui uno stesso campo (nome, descrizione, riassunto, telefono, sito web o e-mail) contiene tutte le parole indicate, senza distinguere maiuscole né accenti; al massimo 200 caratteri.',
  'organizer.filter.event': 'Solo i record collegati all’evento con questo id. Un id sconosciuto è un errore.',
  'organizer.filter.has_events':
    '`true`: solo i record collegati ad almeno un evento; `false`: solo quelli senza eventi.',
  'organizer.filter.only_with_upcoming':
    '`true`: solo i record collegati ad almeno un evento che inizia adesso o più tardi; valore predefinito: `false`.',

  'organizer.path.id': 'Id del record: una o più cifre decimali.',
  'organizer.path.slug': 'Slug del record; maiuscole e minuscole non contano.',

  'organizer.field.author':
    'Id dell’utente registrato come autore; valore predefinito: il chiamante. Indicare un altro utente richiede il diritto di modificare i record altrui.',
  'organizer.field.date':
    'Data di pubblicazione, letta nel fuso orario del sito, salvo che rechi uno scostamento; valore predefinito: adesso. Se è futura, un record da pubblicare viene programmato per quel momento.',
  'organizer.field.date_utc': 'Data di pubblicazione in UTC; può essere inviata al posto di `date`.',
  'organizer.field.description':
    'Descrizione completa in HTML; il codice non sicuro viene rimosso e un valore vuoto la cancella.',
  'organizer.field.excerpt':
    'Breve riassunto in HTML; il codice non sicuro viene rimosso e un valore vuoto lo cancella.',
  'organizer.field.status':
    'Stato del record: `publish`, `future`, `draft`, `pending`, `private` o `trash`. Valore predefinito alla creazione: `publish`, oppure `draft` se il chiamante non può pubblicare.',
  'organizer.field.image':
    'Immagine in evidenza: l’id di un’immagine caricata o un URL http(s) da cui viene prelevata. Un valore vuoto rimuove l’immagine.',
  'organizer.field.website': 'URL assoluto del sito web; un valore vuoto lo cancella.',
  'organizer.field.phone': 'Numero di telefono come testo libero; un valore vuoto lo cancella.',
  'organizer.field.organizer': 'Nome dell’organizzatore come testo semplice; obbligatorio alla creazione.',
  'organizer.field.email': 'Indirizzo e-mail dell’organizzatore; un valore vuoto lo cancella.',

  'organizer.record.id': 'Id del record, unico fra eventi, luoghi, organizzatori e immagini.',
  'organizer.record.global_id': 'Identificatore del record fra i siti: host e percorso del sito, seguiti dall’id.',
  'organizer.record.global_id_lineage':
    'Tutti gli identificatori globali che il record ha avuto, a partire da quello attuale.',
  'organizer.record.author': 'Id dell’autore come stringa di cifre.',
  'organizer.record.status': 'Stato del record: `publish`, `future`, `draft`, `pending`, `private` o `trash`.',
  'organizer.record.date': 'Data di pubblicazione nel fuso orario del sito, come `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.date_utc':
    'Data di pubblicazione in UTC, come `YYYY-MM-DD HH:MM:SS`; solo zeri finché un record non pubblicato non ha una data.',
  'organizer.record.modified': 'Momento dell’ultima modifica nel fuso orario del sito, come `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.modified_utc': 'Momento dell’ultima modifica in UTC, come `YYYY-MM-DD HH:MM:SS`.',
  'organizer.record.url': 'Indirizzo della pagina pubblica del record.',
  'organizer.record.slug': 'Ultima parte dell’indirizzo pubblico del record.',
  'organizer.record.json_ld':
    'Il record come dati strutturati di schema.org in JSON-LD; presente solo quando si legge un singolo record.',
  'organizer.record.description': 'Descrizione completa in HTML; assente se vuota.',
  'organizer.record.excerpt': 'Breve riassunto in HTML; assente se vuoto.',
  'organizer.record.image': 'Immagine in evidenza; assente se non ce n’è.',
  'organizer.record.phone': 'Numero di telefono; assente se vuoto.',
  'organizer.record.website': 'Indirizzo del sito web; assente se vuoto.',
  'organizer.record.organizer': 'Nome dell’organizzatore; `&`, `<` e `>` sono scritti come entità HTML.',
  'organizer.record.email': 'Indirizzo e-mail dell’organizzatore; assente se vuoto.',

  'organizer.operation.list': 'Elencare gli organizzatori',
  'organizer.operation.create': 'Creare un organizzatore',
  'organizer.operation.read': 'Leggere un organizzatore',
  'organizer.operation.update': 'Modificare un organizzatore',
  'organizer.operation.delete': 'Eliminare un organizzatore',
  'organizer.operation.read_by_slug': 'Leggere un organizzatore per slug',
  'organizer.operation.update_by_slug': 'Modificare un organizzatore per slug',
  'organizer.operation.delete_by_slug': 'Eliminare un organizzatore per slug',

  'category.filter.search':
    'Solo i termini il cui nome o slug contiene questo testo, senza distinguere maiuscole e minuscole; al massimo 200 caratteri.',
  'category.filter.exclude': 'Esclude i termini con questi id, come array o separati da virgole.',
  'category.filter.include': 'Solo i termini con questi id, come array o separati da virgole.',
  'category.filter.order': 'Direzione dell’ordinamento: `asc` (crescente, valore predefinito) o `desc` (decrescente).',
  'category.filter.orderby':
    'Attributo del termine in base al quale l’elenco è ordinato, come `name`, `id`, `slug` o `count`; valore predefinito: `name`.',
  'category.filter.hide_empty':
    '`true`: tralascia i termini che nessun evento pubblicato porta; `false`: elenca anche quelli. Valore predefinito: `true`.',
  'category.filter.parent': 'Solo le figlie dirette della categoria con questo id.',
  'category.filter.post':
    'Solo i termini assegnati all’evento con questo id. Nome precedente di `event`, che prevale se vengono inviati entrambi.',
  'category.filter.event': 'Solo i termini assegnati all’evento con questo id; lo stesso filtro di `post`.',
  'category.filter.slug': 'Solo il termine con esattamente questo slug.',

  'category.path.id': 'Id del record: una o più cifre decimali.',

  'category.field.name': 'Nome del termine come testo semplice; obbligatorio alla creazione.',
  'category.field.description': 'Descrizione del termine; un valore vuoto la cancella.',
  'category.field.slug':
    'Ultima parte dell’indirizzo del termine; ricavata dal nome se non viene inviata alla creazione o viene inviata vuota.',
  'category.field.parent': 'Id della categoria superiore; `0` o un valore vuoto ne fa una categoria di primo livello.',

  'category.record.id': 'Id del termine, unico fra categorie e tag.',
  'category.record.count': 'Numero di eventi pubblicati che portano il termine.',
  'category.record.description': 'Descrizione del termine; può essere vuota.',
  'category.record.name': 'Nome del termine; `&`, `<` e `>` sono scritti come entità HTML.',
  'category.record.slug': 'Ultima parte dell’indirizzo pubblico del termine.',
  'category.record.taxonomy': 'Tipo di termine: `tribe_events_cat` per le categorie, `post_tag` per i tag.',
  'category.record.parent': 'Id della categoria superiore; 0 al primo livello.',
  'category.record.meta': 'Dati aggiuntivi del termine; qui sempre un array vuoto.',
  'category.record.url': 'Indirizzo della pagina pubblica con gli eventi del termine.',
  'category.record.urls': 'Indirizzi del termine in questa interfaccia.',
  'category.record._links':
    'Indirizzi correlati per tipo di relazione; presenti solo quando un singolo termine viene letto, creato o modificato.',

  'category.operation.list': 'Elencare le categorie',
  'category.operation.create': 'Creare una categoria',
  'category.operation.read': 'Leggere una categoria',
  'category.operation.update': 'Modificare una categoria',
  'category.operation.delete': 'Eliminare definitivamente una categoria',

  'tag.filter.search':
    'Solo i termini il cui nome o slug contiene questo testo, senza distinguere maiuscole e minuscole; al massimo 200 caratteri.',
  'tag.filter.exclude': 'Esclude i termini con questi id, come array o separati da virgole.',
  'tag.filter.include': 'Solo i termini con questi id, come array o separati da virgole.',
  'tag.filter.order': 'Direzione dell’ordinamento: `asc` (crescente, valore predefinito) o `desc` (decrescente).',
  'tag.filter.orderby':
    'Attributo del termine in base al quale l’elenco è ordinato, come `name`, `id`, `slug` o `count`; valore predefinito: `name`.',
  'tag.filter.hide_empty':
    '`true`: tralascia i termini che nessun evento pubblicato porta; `false`: elenca anche quelli. Valore predefinito: `true`.',
  'tag.filter.post':
    'Solo i termini assegnati all’evento con questo id. Nome precedente di `event`, che prevale se vengono inviati entrambi.',
  'tag.filter.event': 'Solo i termini assegnati all’evento con questo id; lo stesso filtro di `post`.',
  'tag.filter.slug': 'Solo il termine con esattamente questo slug.',

  'tag.path.id': 'Id del record: una o più cifre decimali.',

  'tag.field.name': 'Nome del termine come testo semplice; obbligatorio alla creazione.',
  'tag.field.description': 'Descrizione del termine; un valore vuoto la cancella.',
  'tag.field.slug':
    'Ultima parte dell’indirizzo del termine; ricavata dal nome se non viene inviata alla creazione o viene inviata vuota.',

  'tag.record.id': 'Id del termine, unico fra categorie e tag.',
  'tag.record.count': 'Numero di eventi pubblicati che portano il termine.',
  'tag.record.description': 'Descrizione del termine; può essere vuota.',
  'tag.record.name': 'Nome del termine; `&`, `<` e `>` sono scritti come entità HTML.',
  'tag.record.slug': 'Ultima parte dell’indirizzo pubblico del termine.',
  'tag.record.taxonomy': 'Tipo di termine: `tribe_events_cat` per le categorie, `post_tag` per i tag.',
  'tag.record.meta': 'Dati aggiuntivi del termine; qui sempre un array vuoto.',
  'tag.record.url': 'Indirizzo della pagina pubblica con gli eventi del termine.',
  'tag.record.urls': 'Indirizzi del termine in questa interfaccia.',
  'tag.record._links':
    'Indirizzi correlati per tipo di relazione; presenti solo quando un singolo termine viene letto, creato o modificato.',

  'tag.operation.list': 'Elencare i tag',
  'tag.operation.create': 'Creare un tag',
  'tag.operation.read': 'Leggere un tag',
  'tag.operation.update': 'Modificare un tag',
  'tag.operation.delete': 'Eliminare definitivamente un tag',

  'attachment.filter.search':
    'Solo le immagini nel cui titolo, didascalia o testo alternativo compare ogni parola indicata, senza distinguere maiuscole né accenti; al massimo 200 caratteri.',
  'attachment.filter.include': 'Solo le immagini con questi id, come array o separati da virgole.',
  'attachment.filter.exclude': 'Esclude le immagini con questi id, come array o separati da virgole.',
  'attachment.filter.author': 'Solo le immagini aggiunte dagli utenti con questi id, come array o separati da virgole.',
  'attachment.filter.per_page': 'Numero di immagini per pagina, da 1 a 100; valore predefinito: 10.',
  'attachment.filter.offset': 'Numero di immagini da tralasciare prima della prima; sostituisce `page`.',
  'attachment.filter.slug':
    'Solo le immagini con questi slug (nomi dei loro file senza estensione), come array o separati da virgole.',
  'attachment.filter.parent':
    'Solo le immagini che appartengono al record con questo id. Qui le immagini non appartengono ad alcun record: `0` le mantiene tutte, ogni altro id nessuna.',
  'attachment.filter.media_type':
    'Solo i file di questo genere: `image` li mantiene tutti; `video`, `text`, `application` e `audio` nessuno.',
  'attachment.filter.mime_type': 'Solo le immagini di questo tipo di media, come `image/png`.',
  'attachment.filter.status': '`inherit` o `any`; entrambi mantengono tutte le immagini.',
  'attachment.filter.after': 'Solo le immagini aggiunte dopo questa data.',
  'attachment.filter.before': 'Solo le immagini aggiunte prima di questa data.',
  'attachment.filter.order':
    'Direzione dell’ordinamento: `asc` (crescente) o `desc` (decrescente, il valore predefinito).',
  'attachment.filter.orderby':
    'Criterio di ordinamento: `date` (il predefinito), `relevance` (come `date`), `id`, `author`, `modified` o `include` (l’ordine di quell’elenco).',

  'attachment.path.id': 'Id dell’immagine: una o più cifre decimali.',

  'attachment.field.file':
    'L’immagine: un file JPEG, PNG, GIF, WebP o AVIF di al massimo 10 MiB e 40 megapixel, contando tutti i fotogrammi. Viene salvata senza i suoi metadati.',
  'attachment.field.title':
    'Titolo come testo semplice, oppure un oggetto con `raw` o `rendered`; valore predefinito alla creazione: il nome del file senza estensione. Un valore vuoto lo cancella.',
  'attachment.field.caption':
    'Didascalia dell’immagine in HTML, oppure un oggetto con `raw` o `rendered`; il codice non sicuro viene rimosso e un valore vuoto la cancella.',
  'attachment.field.alt_text':
    'Testo semplice che sostituisce l’immagine dove non può essere vista; un valore vuoto lo cancella.',
  'attachment.field.description':
    'Descrizione in HTML, oppure un oggetto con `raw` o `rendered`; il codice non sicuro viene rimosso e un valore vuoto la cancella.',

  'attachment.record.id': 'Id dell’immagine, unico fra eventi, luoghi, organizzatori e immagini.',
  'attachment.record.date':
    'Momento in cui l’immagine è stata aggiunta, nel fuso orario del sito, come `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.date_gmt': 'Momento in cui l’immagine è stata aggiunta, in UTC, come `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.guid': 'Indirizzo dell’immagine a grandezza piena, che è anche il suo identificatore.',
  'attachment.record.modified': 'Momento dell’ultima modifica nel fuso orario del sito, come `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.modified_gmt': 'Momento dell’ultima modifica in UTC, come `YYYY-MM-DDTHH:MM:SS`.',
  'attachment.record.slug': 'Nome del file salvato, senza estensione.',
  'attachment.record.status': 'Sempre `inherit`.',
  'attachment.record.type': 'Sempre `attachment`.',
  'attachment.record.link': 'Indirizzo dell’immagine a grandezza piena; le immagini non hanno una pagina propria.',
  'attachment.record.title': 'Titolo dell’immagine.',
  'attachment.record.author': 'Id dell’utente che ha aggiunto l’immagine.',
  'attachment.record.caption': 'Didascalia dell’immagine; può essere vuota.',
  'attachment.record.description': 'Descrizione dell’immagine; può essere vuota.',
  'attachment.record.alt_text': 'Testo che sostituisce l’immagine dove non può essere vista; vuoto se non ce n’è.',
  'attachment.record.media_type': 'Sempre `image`.',
  'attachment.record.mime_type': 'Tipo di media dell’immagine, come `image/png`.',
  'attachment.record.media_details':
    'Misure dell’immagine e delle sue versioni più piccole; se ce ne sono, `sizes` contiene anche la grandezza piena come `full`.',
  'attachment.record.source_url': 'Indirizzo dell’immagine a grandezza piena.',
  'attachment.record._links': 'Indirizzi dell’immagine e dell’elenco delle immagini in questa interfaccia.',

  'attachment.operation.list': 'Elencare le immagini',
  'attachment.operation.create': 'Caricare un’immagine',
  'attachment.operation.read': 'Leggere i dati di un’immagine',
  'attachment.operation.update': 'Modificare i testi di un’immagine; i campi non inviati restano invariati',
  'attachment.operation.delete': 'Eliminare definitivamente un’immagine e rimuoverla da ogni record che la mostra',

  'attachment.deleted.deleted': 'Sempre `true`.',
  'attachment.deleted.previous': 'L’immagine com’era prima dell’eliminazione.',

  'attachment.urls.self': 'Indirizzo dell’immagine in questa interfaccia.',
  'attachment.urls.collection': 'Indirizzo dell’elenco delle immagini.',

  'rendered.raw': 'Il testo come va memorizzato; prevale su `rendered`.',
  'rendered.rendered': 'Il testo in HTML.',

  'delete.force':
    '`true`: elimina definitivamente il record anziché spostarlo nel cestino; valore predefinito: `false`. Categorie e tag vengono sempre eliminati definitivamente; le immagini, che non hanno un cestino, vengono eliminate solo con `true`.',

  'index.namespace':
    'Spazio dei nomi da descrivere; è accettato solo quello di questa interfaccia, che è anche il valore predefinito.',
  'index.context':
    'Ampiezza della descrizione; valore predefinito: `view`. Altri valori sono accettati e non cambiano nulla.',
  'index.operation': 'Descrivere le rotte di questo spazio dei nomi',

  'about.list':
    'Restituisce una pagina dei record che soddisfano i filtri e che il chiamante può leggere; l’intestazione `Link` indica le altre pagine.',
  'event.about.list':
    'Restituisce gli eventi che iniziano da ieri e per 24 mesi, in ordine di inizio, salvo che si inviino filtri di data. `next_rest_url` e l’intestazione `Link` indicano le altre pagine.',
  'about.create':
    'Restituisce il record così come è stato memorizzato e ne indica l’indirizzo in `Location`. Una richiesta ripetuta con la stessa `Idempotency-Key` non crea altro.',
  'event.about.create':
    'Luoghi, organizzatori, categorie e tag si indicano con il loro id o si creano insieme all’evento. Una richiesta ripetuta con la stessa `Idempotency-Key` non crea altro.',
  'attachment.about.create':
    'Il corpo è il file stesso, con il suo tipo di media e il suo nome in `Content-Disposition`, oppure un modulo con la parte `file`.',
  'about.read':
    'L’`ETag` della risposta può essere rinviato in `If-Match`, per non sovrascrivere un record modificato nel frattempo.',
  'about.update': 'POST, PUT e PATCH fanno la stessa cosa: modificano i campi inviati e mantengono tutti gli altri.',
  'about.delete': 'Sposta il record nel cestino; con `force=true` viene eliminato definitivamente.',
  'category.about.delete':
    'I suoi eventi restano e perdono la categoria; le sue sottocategorie salgono alla categoria superiore.',
  'tag.about.delete': 'I suoi eventi restano e perdono il tag.',
  'attachment.about.delete': 'Le immagini non hanno cestino, perciò serve `force=true`.',
  'about.index':
    'Indica ogni percorso con i suoi metodi e parametri; la lingua dell’indirizzo è quella delle descrizioni.',
  'about.doc': 'La risposta è un documento OpenAPI; la lingua dell’indirizzo è quella delle sue descrizioni.',

  'doc.operation': 'Leggere questa documentazione',
  'doc.title': 'Interfaccia del calendario degli eventi',
  'doc.description':
    'Legge e scrive eventi, luoghi, organizzatori, categorie e tag. Le date possono essere inviate come `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`, ISO 8601, timestamp Unix o espressioni inglesi come `next wednesday 4pm`; una modifica cambia soltanto i campi inviati.',

  'group.event': 'Eventi',
  'group.venue': 'Luoghi',
  'group.organizer': 'Organizzatori',
  'group.category': 'Categorie',
  'group.tag': 'Tag',
  'group.attachment': 'Immagini',
  'group.index': 'Descrizione dell’interfaccia',

  'global._fields':
    'Nomi dei campi da restituire, come array o separati da virgole; i percorsi con punti come `image.url` raggiungono l’interno degli oggetti.',
  'global._envelope':
    'Racchiude la risposta in un oggetto con `body`, `status` e `headers`; lo stato HTTP è allora sempre 200.',
  'global._method':
    'In una richiesta POST, il metodo da applicare al suo posto, come `PUT` o `DELETE`; l’intestazione `X-HTTP-Method-Override` ha lo stesso effetto.',

  'header.if_match': 'ETag che il record deve ancora avere; se è cambiato, la risposta è 412 e nulla viene scritto.',
  'header.if_none_match':
    'ETag della copia che il client già possiede; se è ancora attuale, la risposta è 304 senza corpo.',
  'header.idempotency_key':
    'Chiave scelta dal client che permette di ripetere senza rischi una richiesta POST: la stessa chiave con lo stesso corpo viene eseguita una volta sola e riceve la stessa risposta.',
  'header.x_tec_total': 'Numero di record di tutte le pagine che soddisfano i filtri.',
  'header.x_tec_totalpages': 'Numero di pagine con la dimensione di pagina attuale.',
  'header.link': 'Indirizzi di altre pagine dell’elenco per relazione: `next`, `prev`, `first` e `last` (RFC 8288).',
  'header.etag':
    'Identifica la versione attuale del record o della risposta, da usare in `If-Match` e `If-None-Match`.',
  'header.location': 'Indirizzo del nuovo record in questa interfaccia.',
  'header.retry_after': 'Numero di secondi dopo i quali riprovare.',

  'security.basic': 'HTTP Basic con un nome utente e una password per applicazioni, in cui gli spazi non contano.',
  'security.bearer': 'La sola password per applicazioni, come token bearer.',

  'date_details.year': 'Anno, quattro cifre.',
  'date_details.month': 'Mese, da `01` a `12`.',
  'date_details.day': 'Giorno del mese, da `01` a `31`.',
  'date_details.hour': 'Ora, da `00` a `23`.',
  'date_details.minutes': 'Minuti, da `00` a `59`.',
  'date_details.seconds': 'Secondi, da `00` a `59`.',

  'cost_details.currency_symbol': 'Simbolo di valuta del prezzo; vuoto se non indicato.',
  'cost_details.currency_code': 'Codice di valuta secondo ISO 4217; vuoto se sconosciuto.',
  'cost_details.currency_position':
    'Posizione del simbolo di valuta: `prefix` prima dell’importo, `postfix` dopo; vuota se non è stato indicato alcun simbolo.',
  'cost_details.values': 'I singoli importi come stringhe, in ordine crescente.',

  'image.url': 'Indirizzo dell’immagine a grandezza piena.',
  'image.id': 'Id dell’immagine.',
  'image.extension': 'Estensione del nome del file, come `png`.',
  'image.width': 'Larghezza dell’immagine a grandezza piena in pixel.',
  'image.height': 'Altezza dell’immagine a grandezza piena in pixel.',
  'image.filesize': 'Dimensione del file a grandezza piena in byte.',
  'image.sizes': 'Le versioni più piccole dell’immagine, per nome della loro grandezza.',
  'image.file': 'Percorso del file a grandezza piena nella libreria di immagini.',

  'image_size.width': 'Larghezza di questa versione in pixel.',
  'image_size.height': 'Altezza di questa versione in pixel.',
  'image_size.mime_type': 'Tipo di media di questa versione, come `image/png`.',
  'image_size.filesize': 'Dimensione del file di questa versione in byte.',
  'image_size.url': 'Indirizzo di questa versione.',
  'image_size.source_url': 'Indirizzo di questa versione.',
  'image_size.file': 'Nome del file di questa versione.',

  'term.id': 'Id del termine, unico fra categorie e tag.',
  'term.count': 'Numero di eventi pubblicati che portano il termine.',
  'term.description': 'Descrizione del termine; può essere vuota.',
  'term.name': 'Nome del termine; `&`, `<` e `>` sono scritti come entità HTML.',
  'term.slug': 'Ultima parte dell’indirizzo pubblico del termine.',
  'term.taxonomy': 'Tipo di termine: `tribe_events_cat` per le categorie, `post_tag` per i tag.',
  'term.parent': 'Id della categoria superiore; 0 al primo livello.',
  'term.urls': 'Indirizzi del termine in questa interfaccia.',
  'term.term_group': 'Numero del gruppo di termini con lo stesso significato; 0 se non ce n’è.',
  'term.term_taxonomy_id': 'Id del termine all’interno della sua tassonomia.',
  'term.filter': 'Forma in cui sono dati i testi del termine; sempre `raw`.',

  'term_urls.self': 'Indirizzo di questo termine.',
  'term_urls.collection': 'Indirizzo dell’elenco a cui appartiene questo termine.',
  'term_urls.up': 'Indirizzo della categoria superiore; assente al primo livello.',

  'link.href': 'Indirizzo a cui porta la relazione.',
  'custom_field.label': 'Nome del campo come lo leggono le persone.',
  'custom_field.value': 'Contenuto del campo.',

  'error.code': 'Codice dell’errore per i programmi; non dipende dalla lingua.',
  'error.message': 'Spiegazione dell’errore per le persone.',
  'error.data': 'Ulteriori dettagli dell’errore.',
  'error.status': 'Stato HTTP della risposta.',
  'error.params':
    'I parametri in difetto: i nomi di quelli mancanti, oppure ciascuno di quelli non validi con il motivo.',
  'error.details': 'Per i parametri non validi, se noti, un codice e un messaggio propri.',

  'response.200': 'La richiesta è stata eseguita; il corpo contiene il risultato.',
  'response.201': 'Il record è stato creato; il corpo lo contiene e l’intestazione `Location` ne indica l’indirizzo.',
  'response.304': 'La copia del client è ancora attuale; la risposta non ha corpo.',
  'response.400':
    'La richiesta è malformata, oppure un parametro manca o non è valido; l’errore nomina ciascuno di quelli in difetto.',
  'response.401': 'Sono necessarie credenziali, oppure quelle inviate non sono valide.',
  'response.403': 'Il chiamante è noto ma non ha il diritto di farlo, oppure il record non gli è accessibile.',
  'response.404': 'Questo record, questa pagina, questo spazio dei nomi o questa rotta non esiste.',
  'response.410': 'Il record è già nel cestino.',
  'response.412': 'Il record è cambiato rispetto all’ETag inviato in `If-Match`; nulla è stato scritto.',
  'response.413': 'Il corpo della richiesta è più grande di quanto consentito.',
  'response.414': 'L’indirizzo della richiesta è più lungo di quanto consentito.',
  'response.415': 'Il corpo ha un tipo di media non supportato.',
  'response.422': 'La richiesta è ben formata ma non può essere eseguita con questo contenuto.',
  'response.429': 'Troppe richieste in poco tempo; l’intestazione `Retry-After` indica quando riprovare.',
  'response.431': 'Le intestazioni della richiesta sono più grandi di quanto consentito.',
  'response.500': 'Il server non è riuscito a eseguire la richiesta; la colpa non è del client.',
  'response.503':
    'Il server è momentaneamente sovraccarico o privo del suo database; l’intestazione `Retry-After` indica quando riprovare.',
  'response.507':
    'Il disco del server è pieno e non è stato scritto nulla; l’intestazione `Retry-After` indica quando riprovare.',
}
