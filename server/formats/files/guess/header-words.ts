import type { DocumentType } from '#contract/values.ts'

/*
 * What programs call the columns of their lists, in the six languages of the portal, each word without blanks, dots and
 * dashes and in lower case. A field of a line begins with "lines.".
 */

const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** The words for the number of a document, by which its type is known; a type without words is chosen by hand. */
export const numberWords: Readonly<Partial<Record<DocumentType, readonly string[]>>> = {
  quotes: words(`
    quote quoteno quotenumber quotation quotationno angebot angebotsnr angebotsnummer offerte offertenr
    offertenummer devis numérodevis ndevis nºdevis presupuesto oferta nºpresupuesto عرضالسعر رقمالعرض
  `),
  orders: words(`
    order orderno ordernumber ordernr orderid salesorder salesorderno auftrag auftragsnr auftragsnummer bestellnr
    bestellnummer commande ncommande nºcommande numérodecommande numcommande pedido nºpedido númerodepedido
    numpedido bestelling orderbevestiging الطلب رقمالطلب
  `),
  shipments: words(`
    shipment shipmentno delivery deliveryno deliverynote deliverynoteno despatchno dispatchno lieferschein
    lieferscheinnr lieferscheinnummer lieferung bondelivraison blno livraison nlivraison albarán albaran nºalbarán
    entrega pakbon pakbonnr levering leveringnr الشحنة رقمالشحنة
  `),
  invoices: words(`
    invoice invoiceno invoicenumber invoicenr rechnung rechnungsnr rechnungsnummer belegnr belegnummer belegfeld1
    facture nfacture nºfacture numérodefacture numfacture factura nºfactura númerodefactura factuur factuurnr
    factuurnummer الفاتورة رقمالفاتورة
  `),
}

/** The words for the customer's number and for other keys. */
export const customerWords = words(`
  customer customerno customernumber customerid customercode account accountno accountnumber debtor kunde kundennr
  kundennummer kdnr debitor debitorennr debitorennummer client nclient nºclient codeclient numéroclient cliente
  nºcliente códigocliente codcliente klant klantnr klantnummer debiteur debiteurnr العميل رقمالعميل cardcode
`)
export const vatWords = words(`
  vat vatno vatnumber vatid ustid ustidnr umsatzsteuerid tva ntva tvaintracom nif cif nifcif btw btwnr btwnummer
  الرقمالضريبي
`)
export const glnWords = words('gln iln glncustomer kundengln')

/** The words for the other fields. */
export const fieldWords: Readonly<Record<string, readonly string[]>> = {
  accountName: words(`
    customername accountname name company kundenname firma nomclient raisonsociale nombrecliente razónsocial
    klantnaam bedrijf اسمالعميل cardname customer kunde client cliente klant debiteur العميل
  `),
  issueDate: words(`
    date orderdate invoicedate documentdate docdate issuedate quotedate datum auftragsdatum rechnungsdatum
    belegdatum lieferscheindatum angebotsdatum bestelldatum datecommande datefacture datedelacommande
    datedefacture fecha fechapedido fechafactura orderdatum factuurdatum التاريخ تاريخالطلب تاريخالفاتورة
  `),
  status: words('status state orderstatus zustand statut état etat estado toestand الحالة'),
  currency: words('currency curr währung wkz waehrung devise monnaie moneda divisa valuta munt العملة'),
  customerReference: words(`
    customerreference yourreference po pono ponumber customerpo reference ihrereferenz ihrzeichen kundenreferenz
    kundenbestellnr bestellnrkunde référence votreréférence réfclient refclient referencia sureferencia refcliente
    uwreferentie referentie klantreferentie المرجع numatcard
  `),
  dueDate: words(`
    duedate paymentdue fällig fälligkeit fälligkeitsdatum fälligam zahlbarbis échéance dateéchéance dateecheance
    vencimiento fechavencimiento vervaldatum vervaldag تاريخالاستحقاق
  `),
  requestedDate: words(`
    requesteddate requesteddelivery requireddate wunschtermin wunschlieferdatum datesouhaitée fechasolicitada
    gewenstedatum التاريخالمطلوب
  `),
  promisedDate: words(`
    promiseddate deliverydate confirmeddate liefertermin lieferdatum bestätigtertermin datelivraison
    datedelivraison fechaentrega fechadeentrega leverdatum levertijd تاريخالتسليم
  `),
  validUntil: words(
    'validuntil validto expirydate gültigbis validejusquau validitéjusquau válidohasta geldigtot صالححتى',
  ),
  'totals.net': words(`
    net nettotal nettotalamount totalnet subtotal amountexclvat netto nettobetrag summenetto nettosumme totalht
    montantht baseimponible neto totaalexcl totaalexclbtw nettobedrag الصافي
  `),
  'totals.tax': words(
    'tax vatamount taxamount mwst mwstbetrag ust ustbetrag montanttva iva importeiva btwbedrag الضريبة',
  ),
  'totals.gross': words(`
    gross total grosstotal totalamount amountinclvat brutto bruttobetrag gesamt gesamtbetrag rechnungsbetrag
    summebrutto totalttc montantttc importetotal totaalincl totaalinclbtw totaal الإجمالي doctotal
  `),
  'totals.open': words(`
    open openamount outstanding balance remaining offen offenerbetrag restbetrag resteàpayer solde pendiente saldo
    openstaand المتبقي
  `),
  'shipment.carrier': words(`
    carrier shippingagent shipvia spediteur versandart frachtführer paketdienst transporteur transportista
    vervoerder شركةالشحن
  `),
  'shipment.trackingNumbers[1]': words(`
    tracking trackingnumber trackingno trackingid sendungsnummer sendungsnr paketnummer trackingnr numérodesuivi
    suivi seguimiento nºseguimiento volgnummer رقمالتتبع
  `),
  'shipment.despatchDate': words(`
    shipdate shippeddate despatchdate dispatchdate versanddatum versandtag dateexpédition datedexpédition
    fechaenvío fechadeenvío verzenddatum تاريخالشحن
  `),
  'shipTo.name': words(`
    shiptoname deliveryname recipient empfänger lieferadressename destinataire destinatario ontvanger المستلم
  `),
  'shipTo.city': words('shiptocity city ort lieferort ville ciudad plaats المدينة'),
  'shipTo.country': words('shiptocountry country land lieferland pays país pais البلد'),
  'lines.line': words(`
    line lineno linenumber pos posnr position itemnoline zeile zeilennr ligne nligne línea linea regel regelnr
    السطر linenum
  `),
  'lines.sku': words(`
    sku item itemno itemnumber itemcode article articleno product productno productcode partno partnumber artikel
    artikelnr artikelnummer artnr materialnr référencearticle codearticle réf artículo códigoartículo
    referenciaartículo código artikelcode الصنف رقمالصنف
  `),
  'lines.name': words(`
    description itemdescription productname itemname bezeichnung artikelbezeichnung beschreibung artikeltext
    désignation designation libellé descripción descripcion denominación omschrijving الوصف البيان
  `),
  'lines.quantity': words(
    'quantity qty orderedqty menge anzahl stückzahl quantité qté qte cantidad cant aantal hoeveelheid الكمية',
  ),
  'lines.unit': words('unit uom unitofmeasure einheit mengeneinheit me unité unidad ud eenheid الوحدة'),
  'lines.unitPrice': words(`
    unitprice price einzelpreis ep preis stückpreis prixunitaire puht prix preciounitario precio stukprijs
    eenheidsprijs prijs السعر سعرالوحدة
  `),
  'lines.amount': words(`
    amount lineamount linetotal betrag gesamtpreis gp positionsbetrag zeilenbetrag montant montantligne importe
    bedrag regelbedrag المبلغ
  `),
  'lines.taxRate': words(
    'taxrate vatrate vatpercent mwstsatz steuersatz ustsatz tauxtva tipoiva btwpercentage btwtarief نسبةالضريبة',
  ),
  'lines.discountPercent': words(
    'discount discountpercent rabatt rabattprozent remise descuento dto korting kortingspercentage الخصم',
  ),
}
